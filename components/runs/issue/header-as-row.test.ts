import { expect, it } from "vitest";
import { headerAsRow } from "./header-as-row";

it("makes the first row one of the rows", () => {
  const table = { description: "UTF-8", notes: [] };
  const [anna, bob] = [
    ["Anna", "1985-01-01"],
    ["Bob", "1986-01-01"],
  ];
  const header = ["Column 1", "Column 2"];
  expect(headerAsRow({ ...table, header: anna, rows: [{ number: 4, cells: bob }] })).toEqual({
    ...table,
    header,
    rows: [
      { number: 3, cells: anna },
      { number: 4, cells: bob },
    ],
  });
  expect(headerAsRow({ ...table, header: anna, rows: [] })).toEqual({
    ...table,
    header,
    rows: [{ number: 1, cells: anna }],
  });
});
