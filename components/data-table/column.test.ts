import { describe, expect, it } from "vitest";
import { sortLinks } from "./column";

describe("sortLinks", () => {
  const links = sortLinks("created:desc", ["created", "holder"], (sort) => `/cards?sort=${sort}`);

  it("reverses the direction of the sorted column", () => {
    expect(links.created).toEqual({ direction: "desc", href: "/cards?sort=created:asc" });
    expect(sortLinks("created:asc", ["created"], (sort) => sort).created).toEqual({
      direction: "asc",
      href: "created:desc",
    });
  });

  it("starts other columns in descending order", () => {
    expect(links.holder).toEqual({ direction: null, href: "/cards?sort=holder:desc" });
  });
});
