"""`python -m outflank` is `outflank`."""

from outflank.cli.main import main

if __name__ == "__main__":
    main()
