import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewriteJson } from "./rewrite-json";

const hide = (text: string) => text.replaceAll("secret", "•••");
const rewrite = (text: string) =>
  rewriteJson(text, { any: hide, under: (name) => (name === "key" ? () => "•••" : null) });

describe("rewritten JSON", () => {
  it.each([
    ['{"a": "secret"}', '{"a": "•••"}'],
    ['["\\u0073ecret"]', '["•••"]'],
    ['{"secret":1,"secr\\u0065t":2}', '{"•••":1,"•••":2}'],
    ['{"a":"x","a":"secret"}', '{"a":"x","a":"•••"}'],
    ['"{\\"a\\":\\"secr\\\\u0065t\\"}"', '"{\\"a\\":\\"•••\\"}"'],
    ['"{\\"key\\":\\"x\\"}"', '"{\\"key\\":\\"•••\\"}"'],
    ['{"key": 12345678901234567890, "b": 12345678901234567890}', '{"key": "•••", "b": 12345678901234567890}'],
    ['{"key": [{"b": "c"}, "d"], "e": "f"}', '{"key": [{"b": "•••"}, "•••"], "e": "f"}'],
  ])("%s", (input, expected) => {
    expect(rewrite(input)).toBe(expected);
  });

  it.each([
    ['{"a": "secret', '{"a": "•••'],
    ['{"a": "secr\\u0065t', '{"a": "•••'],
    ['{"key": "x", "b": "c', '{"key": "•••", "b": "c'],
    ['{"b": "c", "key": "x', '{"b": "c", "key": "•••'],
    ['{"key": "x\\', '{"key": "•••'],
    ['{"key": "x\\u00', '{"key": "•••'],
    ['{"a": "{\\"key\\": \\"x', '{"a": "{\\"key\\": \\"•••'],
    ['{"b": "c"', '{"b": "c"'],
    ['{"b": "c\\"', '{"b": "c\\"'],
    ["[no JSON], but a secret", "[no JSON], but a •••"],
    ["no JSON, but a secret", "no JSON, but a •••"],
  ])("also if truncated or invalid: %s", (input, expected) => {
    expect(rewrite(input)).toBe(expected);
  });

  it("is identical if nothing has to change", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(rewriteJson(text, { any: (value) => value, under: () => null })).toBe(text);
      }),
    );
  });

  it("contains nothing of the removed values, at any nesting", () => {
    const withSecret = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("secret", "a secret\\", 'se"cret secret', 1, null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "secret", "b"), tie("value"), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(withSecret, (value) => {
        const rewritten = rewrite(JSON.stringify(value));
        expect(rewritten).not.toContain("secret");
        expect(() => JSON.parse(rewritten)).not.toThrow();
      }),
    );
  });

  // 300 kB each: repeated scans would take minutes.
  it.each([
    ["escaped quotes before a stray backslash", '["', '\\"', "\\\n"],
    ["escaped quotes before a line break", '["', '\\"', "\n"],
    ["strings that start inside each other", '["', '[\\"', "\n"],
    ["texts that end and begin", "[", '"" ', ""],
    ["names without a value", "{", '"a"   ', ""],
    ["backslashes", '["', "\\\\", ""],
    ["digits", "[", "1.", ""],
  ])("is scanned once and with limited depth: %s", (_, start, part, end) => {
    const text = start + part.repeat(300_000 / part.length) + end;
    expect(rewrite(`${text}secret`)).toMatch(/•••$/);
  });

  it("is neither slow nor too deep with endless nesting", () => {
    const deep = `${'{"a":['.repeat(10_000)}"secret"${"]}".repeat(10_000)}`;
    expect(rewrite(deep)).not.toContain("secret");
  });
});
