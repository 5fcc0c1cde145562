import { expect, it } from "vitest";
import { completeChoice } from "./complete-choice";

const CHOICES = ["Tide", "Midnight", "Midnight Pro"];

it.each([
  ["t", "Tide"],
  [" TIDE ", "Tide"],
  ["midnight", "Midnight"],
  ["midnight p", "Midnight Pro"],
  ["mid", "mid"],
  ["x", "x"],
  ["", ""],
])("reads %j as %j", (typed, meant) => {
  expect(completeChoice(typed, CHOICES)).toBe(meant);
});

it("leaves a column without choices alone", () => {
  expect(completeChoice("t")).toBe("t");
});
