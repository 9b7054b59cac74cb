"""Compile the intermediate representation to Python and WebAssembly."""
