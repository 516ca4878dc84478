"""What environment code may import, and that all of it works behind the closed doors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rut_domains.environment import Environment, EnvironmentFault, EnvironmentSource, SandboxChoice
from rut_domains.worker_guard import IMPORTABLE
from tests.support.environments import NOW, answer_to, open_code

ALL = "\n".join(f"import {name}" for name in IMPORTABLE if name != "__future__")
CODE = f"""
from __future__ import annotations
{ALL}

class A:
    def look(self, code: str) -> dict:
        return {{"success": True, "data": eval(code)}}

    def run(self, code: str) -> dict:
        found = {{}}
        exec(code, globals(), found)
        return {{"success": True, "data": found.get("got")}}
"""


FOREIGN = """
    os sys io pathlib shutil threading asyncio socket importlib inspect builtins gc ctypes pickle
    multiprocessing numpy yaml worker_guard rut_domains rut_env.more environment.more
    collections.more
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    with open_code(tmp_path_factory.mktemp("library"), CODE) as environment:
        yield environment


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("'bücher.de'.encode('idna').decode()", "xn--bcher-kva.de"),
        ("'é'.encode('utf-16').decode('utf-16')", "é"),
        ("'é'.encode('latin-1').hex()", "e9"),
        ("'\\N{BULLET}'", "•"),
        ("statistics.median([1, 2, 4])", 2),
        ("statistics.stdev([1, 2, 3])", 1.0),
        ("str(decimal.Decimal('1.10') * 3)", "3.30"),
        ("str(decimal.Decimal('2.345').quantize(decimal.Decimal('0.01')))", "2.34"),
        ("str(fractions.Fraction(1, 3))", "1/3"),
        ("hashlib.sha256(b'').hexdigest()[:8]", "e3b0c442"),
        ("hashlib.md5(b'').hexdigest()[:8]", "d41d8cd9"),
        (
            "hmac.new(b'Jefe', b'what do ya want for nothing?', 'sha256').hexdigest()[:8]",
            "5bdcc146",  # RFC 4231, test case 2
        ),
        ("base64.b64encode(b'abc').decode()", "YWJj"),
        ("zlib.decompress(zlib.compress(b'abc')).decode()", "abc"),
        ("json.loads(json.dumps({'a': [1]}))", {"a": [1]}),
        ("json.dumps({'a': 1}, indent=1, default=str)", '{\n "a": 1\n}'),
        ("re.sub(r'(?i)B', 'x', 'abc')", "axc"),
        ("string.Template('$a').substitute(a=1)", "1"),
        ("textwrap.shorten('a b c', 4, placeholder='')", "a b"),
        ("difflib.get_close_matches('aple', ['apple'])", ["apple"]),
        ("pprint.pformat({'a': 1})", "{'a': 1}"),
        ("ast.literal_eval('[1, 2]')", [1, 2]),
        ("str(ipaddress.ip_address('10.0.0.1') + 1)", "10.0.0.2"),
        ("list(graphlib.TopologicalSorter({1: [2]}).static_order())", [2, 1]),
        ("'{:,.2f} {:>5}'.format(1234.5, 'a')", "1,234.50     a"),
        ("copy.deepcopy({'a': datetime.date(2026, 1, 1)})['a'].isoformat()", "2026-01-01"),
        ("unicodedata.name('é')", "LATIN SMALL LETTER E WITH ACUTE"),
        ("struct.pack('>H', 1).hex()", "0001"),
        ("html.unescape('&amp;')", "&"),
        ("collections.abc.Mapping.__name__", "Mapping"),
        ("heapq.nsmallest(1, [2, 1])", [1]),
        ("typing.get_type_hints(A.look)['code'].__name__", "str"),
    ],
)
def test_the_importable_library_works(library: Environment, code: str, expected: object) -> None:
    assert answer_to(library, "look", code=code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import logging\nlogging.getLogger('x').warning('heard')\ngot = 1", 1),
        ("import warnings\nwarnings.warn('heard')\ngot = 1", 1),
        (
            "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n"
            "    got = traceback.format_exc().splitlines()[-1]",
            "ZeroDivisionError: division by zero",
        ),
        (
            "from dataclasses import dataclass, asdict\n@dataclass(frozen=True, order=True)\n"
            "class P:\n    x: int = 1\ngot = asdict(P(2))",
            {"x": 2},
        ),
        ("from enum import Enum\nE = Enum('E', 'A B')\ngot = [e.name for e in E]", ["A", "B"]),
        ("from collections import namedtuple\ngot = namedtuple('P', 'x y')(1, 2)", [1, 2]),
        ("from functools import lru_cache\nf = lru_cache(lambda x: x)\ngot = f(1)", 1),
        ("import uuid\ngot = uuid.uuid5(uuid.NAMESPACE_DNS, 'x').version", 5),
        ("try:\n    import numpy\nexcept ImportError:\n    got = 'none'", "none"),
        ("print('a', end='')\ngot = 1", 1),
    ],
)
def test_ordinary_code_runs(library: Environment, code: str, expected: object) -> None:
    assert answer_to(library, "run", code=code) == expected


@pytest.mark.parametrize(
    "name",
    FOREIGN.split(),
)
def test_anything_else_is_refused_by_name(library: Environment, name: str) -> None:
    got = library.call("agent", "run", {"code": f"import {name}"})
    assert f"may not import {name!r}" in str(got.content) or "No module named" in str(got.content)
    assert name.partition(".")[0] in str(got.content)
    assert got.error


def test_a_folder_of_modules_imports_its_own_parts(tmp_path: Path, sandbox: SandboxChoice) -> None:
    folder = tmp_path / "anything"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text(
        "from environment.part import Part\nfrom environment.inner import VALUE\n"
        "class A(Part):\n  value = VALUE\n"
    )
    (folder / "part.py").write_text(
        "from . import deep\nfrom .inner.deepest import LAST\nimport environment.deep as again\n"
        "class Part:\n  def f(self) -> dict:\n"
        "    data = [deep.VALUE, again.VALUE, self.value, LAST, __name__, __package__]\n"
        "    return {'success': True, 'data': data}\n"
    )
    (folder / "deep.py").write_text("VALUE = 7\n")
    (folder / "inner" / "__init__.py").write_text("VALUE = 8\n")
    (folder / "inner" / "deepest.py").write_text("from .. import deep\nLAST = deep.VALUE + 2\n")
    source = EnvironmentSource(path=folder, class_name="A")
    with Environment.open(source, {}, now=NOW, sandbox=sandbox) as environment:
        assert answer_to(environment, "f") == [7, 7, 8, 9, "environment.part", "environment"]


def test_modules_that_import_each_other_in_a_circle_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "environment"
    folder.mkdir()
    (folder / "__init__.py").write_text("from environment.one import A\n")
    (folder / "one.py").write_text("from environment.two import B\nclass A(B): pass\n")
    (folder / "two.py").write_text("from environment.one import A\nclass B: pass\n")
    with pytest.raises(EnvironmentFault, match="cannot import name 'A'") as caught:
        Environment.open(EnvironmentSource(path=folder, class_name="A"), {}, now=NOW)
    assert caught.value.place == f"{folder / 'two.py'}:1"


def test_a_fault_in_a_module_of_a_folder_is_told_with_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "environment"
    folder.mkdir()
    (folder / "__init__.py").write_text("\nfrom environment.stock import A\n")
    (folder / "stock.py").write_text("x = 1\n\nclass A\n  pass\n")
    with pytest.raises(EnvironmentFault, match="syntax error") as caught:
        Environment.open(EnvironmentSource(path=folder, class_name="A"), {}, now=NOW)
    assert caught.value.place == f"{folder / 'stock.py'}:3"
