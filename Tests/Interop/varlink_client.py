"""Calls a method with Python's `varlink`, which checks parameters and replies by the service's own description.

    varlink_client.py ADDRESS METHOD [PARAMETERS] [--more COUNT]

Prints each reply as one line of JSON and stops after COUNT of them; an error as {"error": …, "parameters": …}, with
exit status 1.
"""

import argparse
import json
import sys

import varlink


def replies(client, interface, method, parameters, more):
    with client.open(interface) as connection:
        call = getattr(connection, method)
        if more is None:
            yield call(**parameters)
            return
        for number, reply in enumerate(call(**parameters, _more=True), start=1):
            yield reply
            if number == more:
                return


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("method")
    parser.add_argument("parameters", nargs="?", type=json.loads, default={})
    parser.add_argument("--more", type=int, metavar="COUNT")
    arguments = parser.parse_args()
    interface, _, method = arguments.method.rpartition(".")
    try:
        with varlink.Client.new_with_address(f"unix:{arguments.address}") as client:
            for reply in replies(client, interface, method, arguments.parameters, arguments.more):
                print(json.dumps(reply, ensure_ascii=False), flush=True)
    except varlink.VarlinkError as error:
        print(json.dumps(error.as_dict(), ensure_ascii=False), flush=True)
        return 1
    return 0


sys.exit(main())
