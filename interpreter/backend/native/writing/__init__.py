"""The parts of a program as WebAssembly text: lists, numbers, loops, statements, and where they lie in memory."""
