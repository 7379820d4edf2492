"""Holds the bodies that Baton sends (see ACPBodiesTests) against ACP's own JSON Schemas, where they are at hand.

The deviations that Protocol/merchant.md names are taken out first; anything else that does not fit is an error.
"""

import json
import pathlib
import sys

import jsonschema


def without_deviations(definition, body):
    if definition in ("CheckoutSessionCreateRequest", "CheckoutSessionUpdateRequest"):
        for item in body.get("line_items", []):  # 1: the schema's items have no quantity
            assert isinstance(item.pop("quantity"), int)
    return body


def main(bodies, folder):
    schema_file = pathlib.Path(folder) / "schema.agentic_checkout.json"
    if not schema_file.exists():
        print(f"acp: left out, no schemas in {folder}")
        return
    schema = json.loads(schema_file.read_text())
    failures = count = 0
    for line in pathlib.Path(bodies).read_text().splitlines():
        definition, text = line.split("\t", 1)
        body = without_deviations(definition, json.loads(text))
        if definition == "CheckoutSession" and "order" in body:
            definition = "CheckoutSessionWithOrder"
        validator = jsonschema.Draft202012Validator(
            {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]})
        errors = sorted(validator.iter_errors(body), key=str)
        count += 1
        for error in errors:
            failures += 1
            print(f"acp: {definition}{error.json_path[1:]}: {error.message[:300]}", file=sys.stderr)
    if failures:
        sys.exit(f"acp: {failures} faults in {count} bodies")
    print(f"acp: {count} bodies fit the schemas")


main(*sys.argv[1:])
