"""The intermediate representation -> Python that plays it."""
