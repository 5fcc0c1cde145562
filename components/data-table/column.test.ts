import { describe, expect, it } from "vitest";
import { sortLinks } from "./column";

describe("a sortable column", () => {
  const links = sortLinks("created:desc", ["created", "holder"], (sort) => `/cards?sort=${sort}`);

  it("turns round when it is the one that sorts", () => {
    expect(links.created).toEqual({ direction: "desc", href: "/cards?sort=created:asc" });
    expect(sortLinks("created:asc", ["created"], (sort) => sort).created).toEqual({
      direction: "asc",
      href: "created:desc",
    });
  });

  it("starts with the newest or largest when another one sorts", () => {
    expect(links.holder).toEqual({ direction: null, href: "/cards?sort=holder:desc" });
  });
});
