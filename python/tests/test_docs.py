"""The examples in the README and the docstrings run, and the types fit."""

import ast
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import petteia
from petteia import _native

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = [f"petteia.{module.name}" for module in pkgutil.iter_modules(petteia.__path__) if module.name != "_native"]


@pytest.mark.parametrize("name", ["petteia", *MODULES])
def test_examples_in_docstrings(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs={"petteia": petteia}, optionflags=OPTIONS).failed == 0


def test_examples_in_the_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) > 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)  # noqa: S102


def test_everything_public_has_a_docstring():
    for name in petteia.__all__:
        public = getattr(petteia, name)
        assert public.__doc__, name
        if isinstance(public, type) and public.__module__.startswith("petteia"):
            for member, value in vars(public).items():
                is_field = member in getattr(public, "__dataclass_fields__", {})
                if not member.startswith("_") and not is_field:
                    assert getattr(value, "__doc__", None), f"{name}.{member}"


def test_types_with_mypy(tmp_path):
    example = tmp_path / "example.py"
    example.write_text(
        "import petteia\n\n\ndef first(game: petteia.Game) -> str:\n    return game.legal_moves[0]\n\n\n"
        "rate: float = petteia.play('city-8', first, games=2).summary().draw_rate.value\n"
    )
    for what in ([str(example)], ["-p", "petteia"]):
        command = [sys.executable, "-m", "mypy", "--strict", *what]
        checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert checked.returncode == 0, checked.stdout


def test_docstrings_of_the_stub_are_those_of_the_native_module():
    stub = ast.parse((Path(petteia.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))
    classes = [node for node in stub.body if isinstance(node, ast.ClassDef)]
    compared = 0
    for node in classes:
        native = getattr(_native, node.name)
        for member in [node, *(member for member in node.body if isinstance(member, ast.FunctionDef))]:
            told = ast.get_docstring(member)
            if told is not None:
                real = native.__doc__ if member is node else getattr(native, member.name).__doc__
                assert told.split() == real.split(), f"{node.name}: {member.name}"
                compared += 1
    assert compared > 45


def test_stubs_fit_the_native_module_with_mypy():
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "petteia._native", "--concise"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
