import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditView } from "./audit-view";
import { cardsView } from "./cards-view";
import { defineView } from "./define-view";
import { transactionsSource, transactionsView } from "./transactions-view";
import {
  choiceField,
  choicesField,
  dateField,
  flagField,
  idField,
  modeField,
  pageField,
  sortField,
  textField,
} from "./view-fields";
import { isFiltered, viewHref } from "./view-href";

const STATUSES = ["ACTIVE", "FROZEN", "BLOCKED"] as const;

const view = defineView({
  query: textField(40),
  from: dateField(),
  to: dateField(),
  status: choicesField(STATUSES),
  type: choiceField(["virtual", "physical"]),
  sort: sortField(["created", "holder"], "created:desc"),
  density: modeField(["normal", "tight"]),
  all: flagField(),
  page: pageField(),
  open: idField(),
});

const parametersOf = (href: string) => new URL(href, "http://localhost").searchParams;

describe("a view", () => {
  it("has a default for every field", () => {
    expect(view.parse({})).toEqual(view.defaults);
    expect(view.defaults).toEqual({
      query: "",
      from: null,
      to: null,
      status: [],
      type: null,
      sort: "created:desc",
      density: "normal",
      all: false,
      page: 1,
      open: null,
    });
  });

  it("reads valid values and uses the defaults for the rest", () => {
    const parsed = view.parse({
      page: "0",
      from: "2026-02-30",
      to: "2026-02-28",
      status: "FROZEN,MELTED,ACTIVE",
      sort: "holder:sideways",
      type: ["physical", "virtual"],
      open: "a b",
    });
    expect(parsed).toEqual({
      ...view.defaults,
      to: "2026-02-28",
      status: ["ACTIVE", "FROZEN"],
      type: "physical",
    });
  });

  it("writes only values that differ from the defaults, in a fixed order", () => {
    expect(view.href("/cards", view.defaults)).toBe("/cards");
    expect(
      view.href("/cards", { page: 2, type: "virtual", query: "Böhm & Söhne", status: ["FROZEN", "BLOCKED"] }),
    ).toBe("/cards?query=B%C3%B6hm%20%26%20S%C3%B6hne&status=FROZEN,BLOCKED&type=virtual&page=2");
    expect(view.href("/cards", { sort: "holder:asc" })).toBe("/cards?sort=holder:asc");
  });

  it("starts at the first page after a filter change, and keeps the filters when the page changes", () => {
    const shown = { ...view.defaults, page: 4, open: "card-1", query: "ada" };
    expect(view.change(shown, { type: "virtual" })).toEqual({
      ...shown,
      type: "virtual",
      page: 1,
      open: null,
    });
    expect(view.change(shown, { open: "card-2" })).toEqual({ ...shown, open: "card-2" });
    expect(view.change(shown, { page: 5 })).toEqual({ ...shown, page: 5 });
    expect(isFiltered({ ...view.defaults, page: 3 }, view.defaults)).toBe(false);
    expect(isFiltered(shown, view.defaults)).toBe(true);
  });

  it("never throws, whatever the URL contains", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.constantFrom("%", "%E0%A4%A", "__proto__", "1e9"),
    );
    const value = fc.oneof(text, fc.array(text), fc.constant(undefined));
    const name = fc.oneof(fc.constantFrom(...Object.keys(view.defaults)), text);
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 6 }), (searchParams) => {
        const parsed = view.parse(searchParams);
        expect(Object.keys(parsed)).toEqual(Object.keys(view.defaults));
        expect(parsed.page).toBeGreaterThanOrEqual(1);
        expect(Array.from(parsed.query).length).toBeLessThanOrEqual(40);
        expect(view.href("/cards", parsed)).toMatch(/^\/cards/);
      }),
      { numRuns: 4000 },
    );
  }, 60_000);

  it("reads back every view that it writes", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: "grapheme" }));
    const state = fc.record({
      query: text,
      page: fc.integer(),
      open: text,
      status: fc.subarray([...STATUSES]),
    });
    fc.assert(
      fc.property(state, ({ query, page, open, status }) => {
        const shown = view.parse({ query, page: String(page), open, status: status.join(",") });
        const href = view.href("/cards", shown);
        expect(view.parse(parametersOf(href))).toEqual(shown);
        expect(view.href("/cards", view.parse(parametersOf(href)))).toBe(href);
      }),
      { numRuns: 2000 },
    );
  }, 60_000);
});

describe("a status in another letter case", () => {
  it("is the known status, in a page and in an export", () => {
    const cards = (query: string) => cardsView.parse(new URLSearchParams(query));
    expect(cards("status=active,Frozen,ACTIVE,Suspended").status).toEqual(["ACTIVE", "FROZEN", "Suspended"]);
    const { status, currency, billed } = transactionsView.parse(
      new URLSearchParams("status=declined&currency=usd&billed=Eur"),
    );
    expect({ status, currency, billed }).toEqual({ status: ["DECLINED"], currency: "USD", billed: "EUR" });
    expect(auditView.parse(new URLSearchParams("outcome=Denied")).outcome).toBe("denied");
    expect(view.parse({ status: "frozen", density: "TIGHT" })).toMatchObject({
      status: ["FROZEN"],
      density: "tight",
    });
  });
});

describe("a link", () => {
  it("keeps items with commas and percent signs intact", () => {
    const href = viewHref("/x", { items: ["a,b", "50%", "c"] }, { items: [] as string[] });
    expect(parametersOf(href).get("items")).toBe("a%2Cb,50%25,c");
  });
});

describe("two ranges of days", () => {
  const parse = (query: string) => transactionsView.parse(new URLSearchParams(query));

  it("are each put in order, and share a zone that either of them keeps", () => {
    expect(parse("from=2026-10-02&to=2026-10-01&clearedFrom=2026-10-04&clearedTo=2026-10-03")).toMatchObject({
      from: "2026-10-01",
      to: "2026-10-02",
      clearedFrom: "2026-10-03",
      clearedTo: "2026-10-04",
    });
    expect(parse("clearedTo=2026-10-04&zone=Europe/Berlin").zone).toBe("Europe/Berlin");
    expect(parse("zone=Europe/Berlin").zone).toBe(null);
  });

  it("need the index for clearing and merchant", () => {
    expect(transactionsSource(parse("from=2026-10-01"))).toBe("issuer");
    expect(transactionsSource(parse("clearedFrom=2026-10-01"))).toBe("index");
    expect(transactionsSource(parse("merchant=Zug"))).toBe("index");
  });
});
