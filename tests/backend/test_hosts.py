"""What runs native modules: wasmtime here, a browser elsewhere, which needs to know the kinds of parameters."""

from __future__ import annotations

import sys

import pytest
from wasmtime import FuncType, Module, WasmtimeError

import stammtisch as st
from stammtisch.backend.native.browser_host import FEATURES, wide_parameters
from stammtisch.backend.native.module import write_module
from stammtisch.backend.native.running_module import Trap
from stammtisch.backend.native.wasmtime_host import WasmtimeModule, assemble, engine


def test_of_each_function_it_is_known_which_parameters_have_64_bits() -> None:
    binary = assemble(write_module(st.load_ruleset("kuhn").game().program, searching=True)[0])
    functions = {one.name: one.type for one in Module(engine(), binary).exports if isinstance(one.type, FuncType)}
    kinds = {name: [str(kind) == "i64" for kind in kind.params] for name, kind in functions.items()}
    assert wide_parameters(binary) == kinds
    assert kinds["run"][1:3] == [True, True] and not any(kinds["choose"])


def test_what_a_browser_is_tried_with_are_whole_modules() -> None:
    for code in FEATURES.values():
        whole = bytes.fromhex(code)
        assert Module.validate(engine(), whole) is None
        with pytest.raises(WasmtimeError):
            Module.validate(engine(), whole[:-1])


def test_a_trap_says_whether_calls_went_too_deep() -> None:
    text = '(module (memory (export "memory") 1) (func $f (export "f") (call $f)) (func (export "g") unreachable))'
    module = WasmtimeModule(text)
    for name, deep in (("f", True), ("g", False)):
        with pytest.raises(Trap) as trap:
            module.call(name)
        assert trap.value.deep == deep


def test_a_broken_host_is_not_taken_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stammtisch.backend.native.wasmtime_host", None)
    with pytest.raises(ImportError):
        _ = st.load_ruleset("kuhn").game().native
