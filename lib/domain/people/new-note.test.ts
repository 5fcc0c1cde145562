import { describe, expect, it } from "vitest";
import { NewNote } from "./new-note";

const problemsWith = (subject: string) =>
  NewNote.safeParse({ subject, body: "Lost in a taxi" }).error?.issues.map(({ message }) => message) ?? [];

describe("a note's subject", () => {
  it("is a card or a customer, without a card number", () => {
    expect(problemsWith("card:0f8fad5b-d9cb-469f-a165-70867728950e")).toEqual([]);
    expect(problemsWith("card:Ada owes money")).toEqual(["must refer to a card or a customer"]);
    expect(problemsWith("customer:cust 1")).toEqual([]);
    expect(problemsWith("customer:4111 1111 1111 1111")).toEqual(["must not contain a card number"]);
  });

  it("is not searched for card numbers if it is too long", () => {
    expect(problemsWith(`card:${"4111 1111 1111 1111 ".repeat(50)}`)).toEqual([
      "must refer to a card or a customer",
    ]);
  });
});
