import { expect, it } from "vitest";
import { ruleToShow } from "./rule-to-show";

const problem = (text: string) => ({ is: "problem", text });

it.each([
  ["without a problem", "At most 26 characters.", null, "Ada", "At most 26 characters."],
  [
    "for an empty cell that must not be",
    "Consumer or Business.",
    problem("Required."),
    "",
    "Consumer or Business.",
  ],
  [
    "not if the problem says the same",
    "Consumer or Business.",
    problem("Must be Consumer or Business."),
    "",
    null,
  ],
  ["not if the problem is about a text", "At most 26 characters.", problem("Too long."), "Ada", null],
])("shows the rule %s", (_, rule, note, text, expected) => {
  expect(ruleToShow(rule, note, text)).toBe(expected);
});
