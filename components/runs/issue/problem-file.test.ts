import { expect, it } from "vitest";
import { writeProblemFile } from "./problem-file";

it("writes the file's own columns, what was filled in, and the problems", () => {
  const text = writeProblemFile({
    header: ["Town", "Remark"],
    mapping: ["city", null],
    originals: new Map([
      [2, ["Londn", "first"]],
      [3, ["", "=1+1"]],
    ]),
    rows: [
      {
        row: { number: 2, cells: { city: "London", country: "XX" } },
        problems: { country: "Not a country." },
      },
      {
        row: { number: 3, cells: { city: "" } },
        problems: { email: "Must be an email address.", city: "Required." },
      },
    ],
  });
  expect(text).toBe(
    [
      "\ufeffTown,Remark,Country,Problems",
      "London,first,XX,Country: Not a country.",
      ",'=1+1,,City or district: Required. Email: Must be an email address.",
      "",
    ].join("\r\n"),
  );
});
