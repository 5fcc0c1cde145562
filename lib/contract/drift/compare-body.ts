import type { Shape } from "./answer-shape";
import type { Differences } from "./difference";
import { maskExample, maskFieldName, maskUnlessCode } from "./mask-example";

/** More unknown fields than that in one object are IDs or the like, not fields. */
const MAX_UNKNOWN_FIELDS = 20;

/** Compares a value with the schema, and everything in it. */
export function compareBody(value: unknown, shape: Shape, found: Differences): void {
  if (shape.is === "object") compareObject(value, shape, found);
  else if (shape.is === "list") compareList(value, shape, found);
  else if (!shape.accepts(value)) addWrongType(value, shape, shape.expected, found);
}

function compareList(value: unknown, shape: Shape & { is: "list" }, found: Differences): void {
  if (!Array.isArray(value)) {
    addWrongType(value, shape, "a list", found);
    return;
  }
  found.look(shape.item.path, value.length);
  for (const item of value) compareBody(item, shape.item, found);
}

function compareObject(value: unknown, shape: Shape & { is: "object" }, found: Differences): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    addWrongType(value, shape, "an object", found);
    return;
  }
  const record = value as Record<string, unknown>;
  for (const field of shape.fields) {
    const inner = record[field.name];
    if (inner === undefined) addMissing(field, found);
    else if (field.shape.is !== "value") compareBody(inner, field.shape, found);
    else if (!field.shape.accepts(inner)) addWrongType(inner, field.shape, field.shape.expected, found);
    else if (field.rule && typeof inner === "string") checkRule(inner, field, found);
  }
  addUnknown(record, shape, found);
}

type Field = (Shape & { is: "object" })["fields"][number];

function checkRule(text: string, { rule, contract, shape }: Field, found: Differences): void {
  const problem = rule?.check(text);
  if (!problem) return;
  const example = () => (problem.kind === "new-value" ? maskUnlessCode(text) : maskExample(text));
  found.add({ ...problem, field: shape.path, contract, example });
}

function addMissing({ shape: { path, section }, isOptional }: Field, found: Differences): void {
  const contract = `${section}: has this field`;
  const effect = isOptional ? "harmless" : "broken";
  found.add({ kind: "missing-field", field: path, effect, contract, example: () => "" });
}

function addUnknown(
  record: Record<string, unknown>,
  { path, section, names }: Shape & { is: "object" },
  found: Differences,
): void {
  let left = MAX_UNKNOWN_FIELDS;
  for (const name in record) {
    if (names.has(name)) continue;
    left -= 1;
    if (left < 0) return;
    const masked = maskFieldName(name);
    found.add({
      kind: "unknown-field",
      field: path ? `${path}.${masked}` : masked,
      effect: "harmless",
      contract: `${section}: does not have this field`,
      example: () => maskExample(record[name]),
    });
  }
}

function addWrongType(
  value: unknown,
  { path, section }: { path: string; section: string },
  expected: string,
  found: Differences,
): void {
  found.add({
    kind: value === null ? "null-value" : "wrong-type",
    field: path,
    effect: "broken",
    contract: `${section}: ${expected}`,
    example: () => maskExample(value),
  });
}
