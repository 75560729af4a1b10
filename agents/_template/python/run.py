#!/usr/bin/env python3
"""One RUN line in, one OK or ERR line out, then exit."""
import json
import sys


def main():
    line = sys.stdin.readline()
    if not line.startswith("RUN "):
        print("ERR expected a RUN line")
        return 1
    args = json.loads(line[len("RUN "):])  # checked before you are started; values are texts
    text = args["text"]
    print("INFO counting: goes to the log, never shown")
    print("PET action juggle")
    print(f"OK {text} has {sum(c.isalnum() for c in text)} letters")
    return 0


sys.exit(main())
