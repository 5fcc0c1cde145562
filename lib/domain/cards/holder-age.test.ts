import { expect, it } from "vitest";
import { ageQuestion } from "./holder-age";

it.each([
  ["2015-03-12", "11 years old: check the date."],
  ["2025-11-18", "1 year old: check the date."],
  ["2026-11-17", "0 years old: check the date."],
  ["2008-11-19", "17 years old: check the date."],
  ["2008-11-18", null],
  ["1906-11-18", null],
  ["1905-11-18", "121 years old: check the date."],
  ["1875-01-01", "151 years old: check the date."],
  ["2026-11-18", null],
  ["31.02.1985", null],
  ["", null],
])("asks about %s: %s", (dob, question) => expect(ageQuestion(dob, "2026-11-18")).toBe(question));
