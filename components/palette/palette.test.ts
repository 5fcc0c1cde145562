import { describe, expect, it } from "vitest";
import { parseRecentItem } from "@/lib/client/recent-items";
import type { FoundCard, SearchResults } from "@/lib/domain/cards/search-results";
import type { Role } from "@/lib/domain/people/permissions";
import { commandsFor, findCommand, findRejection } from "./card-commands";
import { classifyLetter } from "./card-keys";
import { buildGroups, cardItem, customerItem, itemHref, type PaletteGroup } from "./palette-items";

const ID = "0193b447-77de-7c1a-9a53-0b8f6d2ce07d";

function card(fields: Partial<FoundCard> = {}): FoundCard {
  return {
    id: ID,
    currency: "USD",
    lastFour: "4471",
    externalCustomerId: "cust_40217",
    cardholderName: "Jeff Haddad",
    cardName: "Travel",
    cardDesign: "dsg_midnight",
    cardType: "virtual",
    status: "ACTIVE",
    created: "2026-11-14T14:03:22+0000",
    ...fields,
  };
}

const LIST = {
  known: 612,
  total: 612,
  isFilled: true,
  isComplete: true,
  asOf: "2026-11-15T14:03:22.000Z",
  verifiedAt: "2026-11-15T14:03:12.000Z",
  missing: null,
};
const EMPTY: SearchResults = {
  cards: [],
  customers: [],
  transactions: [],
  isFuzzy: false,
  index: { cards: LIST, transactions: LIST },
  readAt: "2026-11-15T14:03:22.000Z",
};

describe("classifyLetter", () => {
  const classify = (text: string, cards: FoundCard[], isCurrent = true) =>
    classifyLetter({ text, cards, isCurrent, active: null }).is;

  it("is text while a name is typed, even if only one card matches", () => {
    expect(classify("je", [card()])).toBe("typed");
    expect(classify("jef", [card()], false)).toBe("typed");
    expect(classify("jeff haddad", [card()])).toBe("typed");
    expect(classify("", [])).toBe("typed");
  });

  it("is a command for the one card whose complete last four, ID or customer ID was typed", () => {
    expect(classify("4471", [card()])).toBe("command");
    expect(classify("haddad 4471", [card()])).toBe("command");
    expect(classify(` ${ID.toUpperCase()} `, [card()])).toBe("command");
    expect(classify("cust_40217", [card()])).toBe("command");
    expect(classify("40217", [card()])).toBe("command");
    expect(classify("4111111111114471", [card()])).toBe("command");
  });

  it("is a command for that card even if other IDs begin with the same digits", () => {
    expect(classify("4471", [card(), card({ id: "4471f", lastFour: "9999" })])).toBe("command");
  });

  it("is text after a former last four", () => {
    expect(classify("6290", [card({ formerLastFour: "6290" })])).toBe("typed");
  });

  it("is text after digits that are part of an ID", () => {
    expect(classify("0193", [card()])).toBe("typed");
    expect(classify("cust_4021", [card({ lastFour: "4021" })])).toBe("typed");
    expect(classify("44719", [card({ lastFour: "4719" })])).toBe("typed");
  });

  it("is undecided until the results for a complete text arrive", () => {
    expect(classify("haddad 4471", [], false)).toBe("undecided");
    expect(classify(ID, [], false)).toBe("undecided");
    expect(classify("cust_40217", [], false)).toBe("undecided");
  });

  it("is ambiguous if several cards match", () => {
    expect(classify("4471", [card(), card({ id: "another" })])).toBe("ambiguous");
    expect(classify("6290", [card({ lastFour: "6290" }), card({ externalCustomerId: "cust_6290" })])).toBe(
      "ambiguous",
    );
  });

  it("is a command for the selected card, whatever the text", () => {
    const chosen = card({ id: "second" });
    const active = cardItem(chosen);
    expect(classifyLetter({ text: "jef", cards: [card(), chosen], isCurrent: true, active })).toEqual({
      is: "command",
      card: chosen,
    });
  });

  it("is undecided while the rows are for another text", () => {
    const active = cardItem(card());
    expect(classifyLetter({ text: "parker", cards: [card()], isCurrent: false, active })).toEqual({
      is: "undecided",
    });
  });

  it("is a command for the only card of the selected customer, and ambiguous if there are more", () => {
    const cards = [card({ externalCustomerId: "cust_other" }), card()];
    const on = (count: number) =>
      classifyLetter({
        text: "cust_40217",
        cards,
        isCurrent: true,
        active: customerItem({ id: "cust_40217", name: "Jeff Haddad", cards: count }),
      });
    expect(on(1)).toEqual({ is: "command", card: cards[1] });
    expect(on(2)).toEqual({ is: "ambiguous" });
  });
});

describe("commandsFor", () => {
  const labels = (status: string, role: Role) => commandsFor(status, role).map(({ label }) => label);

  it("returns what the role allows", () => {
    expect(labels("ACTIVE", "manager")).toEqual(["Freeze", "Copy ID", "Reissue", "Block"]);
    expect(labels("ACTIVE", "support")).toEqual(["Freeze", "Copy ID"]);
    expect(labels("ACTIVE", "auditor")).toEqual(["Copy ID"]);
    expect(findRejection("freeze", "ACTIVE", "finance")).toBe("Your role can’t freeze cards.");
  });

  it("returns what the card's status allows", () => {
    expect(labels("FROZEN", "admin")).toEqual(["Unfreeze", "Copy ID", "Reissue", "Block"]);
    expect(labels("BLOCKED", "admin")).toEqual(["Copy ID"]);
    expect(findRejection("reissue", "BLOCKED", "admin")).toBe("A blocked card can’t be reissued.");
  });

  it("finds a command by its letter in upper or lower case", () => {
    expect(["f", "F", "c", "R", "b", "x", "Enter"].map(findCommand)).toEqual([
      "freeze",
      "freeze",
      "copy",
      "reissue",
      "block",
      null,
      null,
    ]);
  });
});

describe("buildGroups", () => {
  const pages = [
    { href: "/audit" as const, name: "Audit log" },
    { href: "/cards" as const, name: "Cards" },
  ];
  const actions = [{ id: "dark", name: "Use dark theme", run: () => undefined }];
  const build = (text: string, results: SearchResults | undefined) =>
    buildGroups({ text, results, recent: [], pages, actions });
  const names = (groups: PaletteGroup[]) => groups.map(({ name }) => name);

  it("offers pages and actions before anything is typed", () => {
    expect(names(build("", undefined))).toEqual(["Pages", "Actions"]);
  });

  it("finds pages and actions by word prefixes", () => {
    expect(names(build("aud", EMPTY))).toEqual(["Pages"]);
    expect(names(build("theme dark", EMPTY))).toEqual(["Actions"]);
    expect(names(build("udit", EMPTY))).toEqual([]);
  });

  it("lists the customer first if its ID was typed", () => {
    const customers = [{ id: "cust_40217", name: "Jeff Haddad", cards: 2 }];
    expect(names(build("CUST_40217", { ...EMPTY, cards: [card()], customers }))).toEqual([
      "Customers",
      "Cards",
    ]);
    expect(names(build("40217", { ...EMPTY, cards: [card()], customers }))).toEqual(["Customers", "Cards"]);
    const sameNumber = { ...EMPTY, cards: [card({ lastFour: "40217" })], customers };
    expect(names(build("40217", sameNumber))).toEqual(["Cards", "Customers"]);
    expect(names(build("jeff", { ...EMPTY, cards: [card()], customers }))).toEqual(["Cards", "Customers"]);
  });

  it("lists fuzzy matches after exact ones and labels them as similar", () => {
    expect(names(build("car", { ...EMPTY, cards: [card()], isFuzzy: true }))).toEqual([
      "Pages",
      "Similar cards",
    ]);
  });

  it("lists runs last, so that a page with the same word comes first", () => {
    const counts = { waiting: 0, sent: 0, done: 2, failed: 0, skipped: 0, canceled: 0, total: 2 };
    const run = {
      id: ID,
      kind: "freeze",
      scope: "Chosen cards",
      state: "finished",
      counts,
      requestId: null,
      isWaiting: false,
      createdAt: "2026-11-15T14:03:22.000Z",
    } as const;
    expect(names(build("cards", { ...EMPTY, runs: [run] }))).toEqual(["Pages", "Bulk runs"]);
    const [group] = build(ID, { ...EMPTY, runs: [run] });
    expect(group?.name).toBe("Bulk runs");
    expect(group?.items.map(itemHref)).toEqual([`/bulk/${ID}`]);
  });

  it("offers to look up an ID that isn't in the index", () => {
    const [group] = build(ID, EMPTY);
    expect(group?.name).toBe("Not synced yet");
    expect(group?.items.map(itemHref)).toEqual([`/cards/${ID}`]);
    expect(build("not-an-id", EMPTY)).toEqual([]);
  });
});

describe("parseRecentItem", () => {
  it("returns the card or customer of a path", () => {
    expect(parseRecentItem(`/cards/${ID}`)).toEqual({ kind: "card", id: ID });
    expect(parseRecentItem("/customers/cust%201")).toEqual({ kind: "customer", id: "cust 1" });
    expect(parseRecentItem("/cards")).toBeNull();
    expect(parseRecentItem("/cards/new")).toBeNull();
  });
});
