import { expect } from "vitest";
import { withValueAt } from "@/testing/arbitraries";
import type { TestResponse } from "@/testing/sandbox";

/** A field's row of the spec, as values to try. */
export type FieldRule = {
  required: boolean;
  accepts: readonly unknown[];
  rejects: readonly unknown[];
};

type Send = (body: unknown) => Promise<TestResponse<{ message: string }>>;

/** Sends the sample with each value, and without the field. */
export async function expectField(sample: object, path: string, rule: FieldRule, send: Send): Promise<void> {
  const missing = await send(withValueAt(sample, path, undefined));
  if (rule.required) expectRejected(missing, path, undefined);
  else expect(missing.status, `without ${path}`).toBeLessThan(300);
  for (const value of rule.accepts) {
    const { status, body } = await send(withValueAt(sample, path, value));
    expect(status, `${path} = ${JSON.stringify(value)}: ${body.message}`).toBeLessThan(300);
  }
  for (const value of rule.rejects) expectRejected(await send(withValueAt(sample, path, value)), path, value);
}

export function expectRejected(
  { status, body }: TestResponse<{ message: string }>,
  path: string,
  value: unknown,
) {
  expect(status, `${path} = ${JSON.stringify(value)}`).toBe(400);
  expect(body).toEqual({ code: 400, status: "failed", message: expect.any(String) });
  const isNamed = body.message
    .split("; ")
    .some((part) => part.startsWith(`${path}: `) || part.startsWith(`${path}.`));
  expect(isNamed, `"${body.message}" names ${path}`).toBe(true);
}

/** Values that no text field accepts. */
export const NOT_TEXT = [null, 7, true, {}, ["text"]] as const;
export const EMPTY_TEXT = ["", "   "] as const;
export const UNSTORABLE_TEXT = ["a\u0000b", "a\ud800b"] as const;
export const NOT_DATES = [
  "",
  "tomorrow",
  "2090-02-30",
  "2090-13-01",
  "2090-1-1",
  "01/01/2090",
  "20900101",
] as const;
