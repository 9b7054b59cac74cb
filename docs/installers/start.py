"""Where the program that is one file begins."""

import multiprocessing
import sys

from stammtisch.main import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
