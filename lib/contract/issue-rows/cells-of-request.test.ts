import { expect, it } from "vitest";
import { type CustomerType, ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";
import { cellsOfRequest } from "./cells-of-request";
import { type CheckContext, toRequest } from "./check-rows";

const DESIGNS = [
  { id: "d1", name: "Midnight", stock: true },
  { id: "d2", name: "Midnight", stock: true },
];
const CONTEXT: CheckContext = { today: "2026-11-15", designs: DESIGNS, defaults: {} };

function example(type: CustomerType, cells: IssueCells = {}): IssueCells {
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes(type));
  return {
    ...Object.fromEntries(columns.map(({ key, example: text }) => [key, text])),
    customerType: type,
    design: "Midnight",
    ...cells,
  };
}

it.each<[string, IssueCells]>([
  ["a person", example("Consumer")],
  ["a company", example("Business")],
  [
    "a row with all that is optional",
    example("Consumer", { line2: "Flat 2", design: "d2", spendLimit: "1500.50" }),
  ],
  [
    "a row without what is optional",
    example("Consumer", { line2: "", postalCode: "", email: "", design: "", spendLimit: "", expiryDate: "" }),
  ],
])("gives %s back as it was sent", (_, cells) => {
  const request = toRequest(cells, CONTEXT);
  expect(toRequest(cellsOfRequest(request, DESIGNS), CONTEXT)).toEqual(request);
});

it("names a design, unless another one has the same name", () => {
  const designOf = (design: string) =>
    cellsOfRequest(toRequest(example("Consumer", { design }), CONTEXT), DESIGNS).design;
  expect(designOf("d1")).toBe("Midnight");
  expect(designOf("d2")).toBe("d2");
});
