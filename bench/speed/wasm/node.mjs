// One measured run through the package in Node; `cargo xtask bench` starts it and reads the JSON it prints.
//
// usage: node.mjs PACK QUERIES.json REPEATS
import { Nearfield } from "nearfield";
import { measured } from "./measure.mjs";
import { readJson, readPack } from "./pack.mjs";

const [pack, queries, repeats] = process.argv.slice(2);
console.log(JSON.stringify(await measured(Nearfield, readPack(pack), readJson(queries), Number(repeats))));
