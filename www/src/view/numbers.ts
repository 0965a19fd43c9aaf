const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** 1234 as "1,234". */
export function count(value: number): string {
  return whole.format(value);
}

/** "1 file", "1,234 files". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${Math.round(value) === 1 ? one : many}`;
}

/** A share of one in words of percent: "34 %", "4.1 %", "under 0.1 %". */
export function percent(share: number): string {
  const value = share * 100;
  if (value <= 0) return "0 %";
  if (value < 0.1) return "under 0.1 %";
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} %`;
}

/** Bytes as a person reads them: "812 B", "12 kB", "3.4 MB". */
export function bytes(value: number): string {
  if (value < 1000) return `${Math.round(value)} B`;
  if (value < 999_500) return `${Math.round(value / 1000)} kB`;
  return `${(value / 1e6).toFixed(value < 9.95e6 ? 1 : 0)} MB`;
}

/** "1st", "2nd", "11th". */
export function ordinal(value: number): string {
  const tens = value % 100;
  const suffix = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
  return `${count(value)}${suffix}`;
}
