"""Games as generators that wait at each decision: see asking.py."""
