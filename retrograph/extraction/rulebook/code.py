"""Reads what a file of code imports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Claim, Name, Sheet
from retrograph.extraction.rulebook.header_fields import Line

IMPORTS: Final[tuple[tuple[str, str], ...]] = (
    # JavaScript and TypeScript: `import { a } from 'b'`, `export * from 'b'`, `const a = require('b')`
    ("", r"""import\s+(?:type\s+)?(?:(?P<names>[\w$*{}, \t]+?)\s+from\s+)?['"](?P<module>[^'"\s]+)['"]\s*;?"""),
    ("", r"""export\s+(?:type\s+)?(?P<names>[\w$*{}, \t]+?)\s+from\s+['"](?P<module>[^'"\s]+)['"]\s*;?"""),
    (
        "",
        r"""(?:const|let|var)\s+(?P<names>[\w${},: \t]+?)\s*=\s*"""
        r"""(?:await\s+)?(?:require|import)\(['"](?P<module>[^'"\s]+)['"]\)[\w.()]*\s*;?""",
    ),
    # Python: `from a.b import c`, `import a as b`
    ("", r"""from\s+(?P<module>\.*[A-Za-z_][\w.]*|\.+)\s+import\s+(?P<names>[\w*, \t()]+?)\s*(?:#.*)?"""),
    ("", r"""import\s+(?P<module>[A-Za-z_][\w.]*)(?:\s+as\s+\w+)?\s*(?:#.*)?"""),
    # Java, Kotlin, Scala: `import static a.b.C;`
    (
        "java|kts?|scala|groovy",
        r"""import\s+(?:static\s+)?(?P<module>[a-z]\w*(?:\.\w+)+?)(?:\.\*)?(?:\sas\s\w+)?\s*;?""",
    ),
    # Rust: `use a::b;`
    ("", r"""use\s+(?P<module>(?!std\b|core\b|crate\b|super\b|self\b)[a-z_]\w*)(?:::[\w:{}*, ]+)?\s*;"""),
    # Go, also inside `import ( ... )`: `pg "github.com/jackc/pgx/v5"`
    ("go", r"""(?:import\s+)?(?:[\w.]+\s+)?"(?P<module>[\w.-]+(?:/[\w.-]+)*)"(?:\s*//.*)?"""),
    # C#: `using Newtonsoft.Json;`; Ruby: `require "sidekiq"`; C and C++: `#include <zlib.h>`; PHP: `use A\B;`
    ("cs", r"""(?:global\s+)?using\s+(?:static\s+)?(?P<module>[A-Z][\w.]*)\s*;"""),
    ("rb", r"""require(?:_relative)?\s+['"](?P<module>[\w./-]+)['"]"""),
    ("c|cc|cpp|h|hpp", r"""#include\s+[<"](?P<module>[\w./+-]+)[>"]"""),
    ("php", r"""use\s+(?P<module>[A-Z]\w*(?:\\\w+)*)(?:\sas\s\w+)?\s*;"""),
)
"""How languages spell an import, and the endings of the files in which the spelling counts (none: in all)."""

SHOWN: Final = (
    r"[$%>]\s.*?\b(?:cat|head|tail|less|bat|nl|sed|more|type|view|open|vim?"
    r"|nano)\b.*?\s(?P<path>[\w@./\\-]*[\w-]\.[A-Za-z]\w{0,5})\s*$",
    r"(?://|#|--|/\*)\s*(?:file\s*:\s*)?(?P<path>[\w@./\\-]+\.[A-Za-z]\w{0,5})\s*(?:\*/)?\s*$",
    r"(?:file|path)\s*:\s*`?(?P<path>[\w@./\\-]+\.[A-Za-z]\w{0,5})`?\s*$",
    r"==>\s(?P<path>\S+)\s<==\s*$",
    r"`?(?P<path>(?:[\w@.-]+/)*[\w.-]+\.[A-Za-z]\w{0,5})`?:\s*$",
    r"\+\+\+\s(?:b/)?(?P<path>\S+).*$",
)
"""Lines that say which file the lines below them are from."""

_IMPORTING: Final = re.compile(r"\b(?:import|require|from|use|using|include)\b|\"$|\"\s*//")
_IMPORTS: Final = tuple(
    (re.compile(rf".*\.(?:{ends})" if ends else ""), re.compile(rf"[ \t]*{form}$")) for ends, form in IMPORTS
)
_SHOWN: Final = tuple(re.compile(rf"[ \t]*{pattern}", re.IGNORECASE) for pattern in SHOWN)
_RELATIVE: Final = re.compile(r"\.|@/|~/|#/")
_GREP: Final = re.compile(r"(?P<file>[\w@./\\-]+\.\w{1,5})[:-][0-9]+[:-]\s*(?P<code>\S.*)$")
"""A line that a search has found: `src/jobs/lock.py:1:from redis.lock import Lock`."""
_LOCAL_HEADER: Final = re.compile(r"[\w./-]+\.h(?:pp)?")
_WHOLE: Final = re.compile(r"\.(?:go|java|kts?|scala|groovy|cs|php)$")
"""Files of languages whose imports name a thing in full."""


def file_shown(line: str) -> str | None:
    """The file that the following lines are from, where a line says so: `$ cat src/app.ts`, `// src/app.ts`."""
    for pattern in _SHOWN if "." in line else ():
        found = pattern.match(line)
        if found and found["path"] != "/dev/null" and naming.is_path(found["path"]):
            return found["path"]
    return None


def import_of(line: str, file: str) -> tuple[str, tuple[str, ...]] | None:
    """The module that a line of that file imports, and the names taken from it."""
    for ending, pattern in _IMPORTS if _IMPORTING.search(line) else ():
        found = pattern.match(line) if not ending.pattern or ending.fullmatch(file) else None
        if found:
            names = found.groupdict().get("names") or ""
            taken = tuple(re.findall(r"[A-Za-z_$][\w$]*", re.sub(r"\b\w+\s+as\s+", "", names)))
            return found["module"], tuple(name for name in taken if name not in ("as", "type", "default", "import"))
    return None


def module_name(module: str, file: str) -> Name:
    """What an import names: a file by its relative path or its own package, or a library by its root.

    >>> module_name("sqlalchemy.orm", "app/db.py").name
    'sqlalchemy'
    >>> module_name("github.com/jackc/pgx/v5", "main.go").name
    'github.com/jackc/pgx/v5'
    """
    if (_RELATIVE.match(module) and not re.match(r"@[\w-]+/", module)) or _LOCAL_HEADER.fullmatch(module):
        return Name("file", module)
    if _WHOLE.search(file):
        own = "/".join(re.split(r"[.\\]", module)[:2])
        return Name("file" if "/" in own and f"/{own}/" in f"/{file}" else "library", module)
    if "/" in module:
        parts = module.split("/")
        root = "/".join(parts[: 2 if module.startswith("@") else 1])
        return Name("library", root, (module,) if root != module else ())
    root = module.split(".", maxsplit=1)[0]
    if root != module and root in re.split(r"[\\/]", file)[:-1]:
        return Name("file", module)
    return Name("library", root if file.endswith((".py", ".pyi")) else module, (module,) if root != module else ())


def read_imports(lines: Sequence[Line], sheet: Sheet, file: str | None = None) -> set[int]:
    """Imports of files that the text shows; the numbers of their lines. Those of a diff are read with the diff."""
    read: set[int] = set()
    in_diff = False
    for index, line in enumerate(lines):
        if len(line.text) < 4 and not in_diff:
            continue
        in_diff = (in_diff or line.text.startswith(("diff --git", "--- "))) and bool(line.text.strip())
        found_by = None if in_diff else _GREP.match(line.text)
        if found_by and naming.is_path(found_by["file"]) and (taken := import_of(found_by["code"], found_by["file"])):
            state_import(Name("file", found_by["file"]), taken, line.text.strip(), sheet)
            read.add(index)
            continue
        shown = None if in_diff else file_shown(line.text)
        if shown:
            file = shown
        elif file and not in_diff and (found := import_of(line.text, file)):
            state_import(Name("file", file), found, line.text.strip(), sheet)
            read.add(index)
    return read


def state_import(
    file: Name, found: tuple[str, tuple[str, ...]], quote: str, sheet: Sheet, replaces: str | None = None
) -> None:
    """A file imports a module; the functions that come from one's own files are located there."""
    module, names = found
    target = module_name(module, file.name)
    sheet.claim(Claim(file, "imports", target, quote, evidence="observed", replaces=replaces))
    for name in names if target.type == "file" else ():
        if name[:1].islower():
            sheet.claim(Claim(Name("function", name), "located_in", target, quote, evidence="observed"))
