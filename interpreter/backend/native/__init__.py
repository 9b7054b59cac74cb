"""Programs as WebAssembly: text written from the intermediate representation, run by wasmtime. See docs/native.md."""
