"""Parts of the printed rules by themselves: five lines, a decision, a name, a clause."""
