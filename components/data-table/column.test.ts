import { describe, expect, it } from "vitest";
import type { List } from "@/lib/lists/list";
import { sortLinks, type TableCells, tableColumns } from "./column";

const list = {
  name: "cards",
  topics: ["cards"],
  columns: {
    id: { header: "Card ID" },
    holder: { header: "Cardholder", sort: { column: "holder_key", type: "text" } },
    limit: { header: "Limit", sort: { column: "spend_limit", type: "numeric" } },
    created: { header: "Created", sort: { column: "created_at", type: "timestamptz" } },
    currency: {},
  },
} as const satisfies List;

describe("sortLinks", () => {
  const links = sortLinks(list, "created:desc", (sort) => `/cards?sort=${sort}`);

  it("reverses the direction of the sorted column", () => {
    expect(links.created).toEqual({
      direction: "desc",
      sort: "created:asc",
      href: "/cards?sort=created:asc",
    });
    expect(sortLinks(list, "created:asc", (sort) => sort).created).toEqual({
      direction: "asc",
      sort: "created:desc",
      href: "created:desc",
    });
  });

  it("starts text columns in ascending order, and others in descending order", () => {
    expect(links.holder).toEqual({ direction: null, sort: "holder:asc", href: "/cards?sort=holder:asc" });
    expect(links.limit).toEqual({ direction: null, sort: "limit:desc", href: "/cards?sort=limit:desc" });
  });

  it("has no link for a column without an order", () => {
    expect(Object.keys(links)).toEqual(["holder", "limit", "created"]);
  });
});

describe("tableColumns", () => {
  const cell = () => null;

  it("has the list's headers in the order of the cells", () => {
    const cells: TableCells<typeof list, object> = {
      holder: { cell, isFixed: true },
      id: { cell },
      limit: { cell, align: "end" },
      created: { cell },
    };
    expect(tableColumns(list, cells).map(({ id, header }) => [id, header])).toEqual([
      ["holder", "Cardholder"],
      ["id", "Card ID"],
      ["limit", "Limit"],
      ["created", "Created"],
    ]);
  });

  it("is rejected by the compiler if a column has no cell", () => {
    // @ts-expect-error The column `limit` is missing.
    const cells: TableCells<typeof list, object> = { holder: { cell }, id: { cell }, created: { cell } };
    expect(cells).not.toHaveProperty("limit");
  });
});
