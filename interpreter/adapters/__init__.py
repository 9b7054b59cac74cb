"""Games for other people's programs: OpenSpiel and PettingZoo. See docs/adapters.md."""
