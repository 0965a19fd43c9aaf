"""Downloads one source archive from the package index that pip is set up for.

usage: sdist.py PROJECT FILE_NAME FOLDER

`pip download` would run the project's build back end to learn its metadata, and needs a compiler for that. This asks
pip for its own configuration (index, certificates, proxy, credentials) and for its own HTTP session, and fetches the
one file. The caller checks the file's SHA-256.
"""

import html.parser
import os
import sys
import urllib.parse

from pip._internal.commands import create_command


class Links(html.parser.HTMLParser):
    """The addresses on an index page, by the file name that they end in."""

    def __init__(self, base):
        super().__init__()
        self.base = base
        self.found = {}

    def handle_starttag(self, tag, attrs):
        address = dict(attrs).get("href") if tag == "a" else None
        if address:
            address = urllib.parse.urljoin(self.base, address)
            self.found[os.path.basename(urllib.parse.urlparse(address).path)] = address


def main(project, name, folder):
    command = create_command("download")
    options, _ = command.parse_args([project])
    with command.main_context():
        session = command.get_default_session(options)
        page = session.get(f"{options.index_url.rstrip('/')}/{project}/", headers={"Accept": "text/html"})
        page.raise_for_status()
        links = Links(page.url)
        links.feed(page.text)
        if name not in links.found:
            sys.exit(f"The package index does not list {name}.")
        archive = session.get(links.found[name], headers={"Accept-Encoding": "identity"})
        archive.raise_for_status()
        with open(os.path.join(folder, name), "wb") as file:
            file.write(archive.content)


main(*sys.argv[1:])
