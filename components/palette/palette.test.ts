import { describe, expect, it } from "vitest";
import { recentOf } from "@/lib/client/recent";
import type { Role } from "@/lib/domain/permissions";
import type { FoundCard, SearchResults } from "@/lib/domain/search";
import { commandsFor, findCommand, refusalOf } from "./card-commands";
import { judgeLetter } from "./card-keys";
import { arrangeGroups, cardItem, customerItem, hrefOf, type PaletteGroup } from "./palette-items";

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

describe("a letter in the box", () => {
  const judge = (text: string, cards: FoundCard[], isCurrent = true) =>
    judgeLetter({ text, cards, isCurrent, active: null }).is;

  it("is text while a name is typed, also when one card is left", () => {
    expect(judge("je", [card()])).toBe("typed");
    expect(judge("jef", [card()], false)).toBe("typed");
    expect(judge("jeff haddad", [card()])).toBe("typed");
    expect(judge("", [])).toBe("typed");
  });

  it("is for the one card whose last four, id or customer id was given in full", () => {
    expect(judge("4471", [card()])).toBe("meant");
    expect(judge("haddad 4471", [card()])).toBe("meant");
    expect(judge(` ${ID.toUpperCase()} `, [card()])).toBe("meant");
    expect(judge("cust_40217", [card()])).toBe("meant");
    expect(judge("40217", [card()])).toBe("meant");
    expect(judge("4111111111114471", [card()])).toBe("meant");
  });

  it("is for that card although others begin with the same digits", () => {
    expect(judge("4471", [card(), card({ id: "4471f", lastFour: "9999" })])).toBe("meant");
  });

  it("is text behind a number that the card no longer has", () => {
    expect(judge("6290", [card({ formerLastFour: "6290" })])).toBe("typed");
  });

  it("is text where digits begin an id, or end one that is longer", () => {
    expect(judge("0193", [card()])).toBe("typed");
    expect(judge("cust_4021", [card({ lastFour: "4021" })])).toBe("typed");
    expect(judge("44719", [card({ lastFour: "4719" })])).toBe("typed");
  });

  it("waits for the results of a whole text", () => {
    expect(judge("haddad 4471", [], false)).toBe("early");
    expect(judge(ID, [], false)).toBe("early");
    expect(judge("cust_40217", [], false)).toBe("early");
  });

  it("asks for a choice where several cards answer", () => {
    expect(judge("4471", [card(), card({ id: "another" })])).toBe("ambiguous");
    expect(judge("6290", [card({ lastFour: "6290" }), card({ externalCustomerId: "cust_6290" })])).toBe(
      "ambiguous",
    );
  });

  it("is for the card that the arrows have chosen, whatever is in the box", () => {
    const chosen = card({ id: "second" });
    const active = cardItem(chosen);
    expect(judgeLetter({ text: "jef", cards: [card(), chosen], isCurrent: true, active })).toEqual({
      is: "meant",
      card: chosen,
    });
  });

  it("waits while the rows answer another text", () => {
    const active = cardItem(card());
    expect(judgeLetter({ text: "parker", cards: [card()], isCurrent: false, active })).toEqual({
      is: "early",
    });
  });

  it("is for the only card of the customer that the arrows have reached, and never text there", () => {
    const cards = [card({ externalCustomerId: "cust_other" }), card()];
    const on = (count: number) =>
      judgeLetter({
        text: "cust_40217",
        cards,
        isCurrent: true,
        active: customerItem({ id: "cust_40217", name: "Jeff Haddad", cards: count }),
      });
    expect(on(1)).toEqual({ is: "meant", card: cards[1] });
    expect(on(2)).toEqual({ is: "ambiguous" });
  });
});

describe("what can be done with a card", () => {
  const labels = (status: string, role: Role) => commandsFor(status, role).map(({ label }) => label);

  it("is what the role may do", () => {
    expect(labels("ACTIVE", "manager")).toEqual(["Freeze", "Copy ID", "Reissue", "Block"]);
    expect(labels("ACTIVE", "support")).toEqual(["Freeze", "Copy ID"]);
    expect(labels("ACTIVE", "auditor")).toEqual(["Copy ID"]);
    expect(refusalOf("freeze", "ACTIVE", "finance")).toBe("Your role can’t freeze cards.");
  });

  it("is what its state allows", () => {
    expect(labels("FROZEN", "admin")).toEqual(["Unfreeze", "Copy ID", "Reissue", "Block"]);
    expect(labels("BLOCKED", "admin")).toEqual(["Copy ID"]);
    expect(refusalOf("reissue", "BLOCKED", "admin")).toBe("A blocked card can’t be reissued.");
  });

  it("answers to its letter, large or small", () => {
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

describe("the list", () => {
  const pages = [
    { href: "/audit" as const, name: "Audit log" },
    { href: "/cards" as const, name: "Cards" },
  ];
  const actions = [{ id: "dark", name: "Use dark theme", run: () => undefined }];
  const arrange = (text: string, results: SearchResults | undefined) =>
    arrangeGroups({ text, results, recent: [], pages, actions });
  const names = (groups: PaletteGroup[]) => groups.map(({ name }) => name);

  it("offers pages and actions before anything is typed", () => {
    expect(names(arrange("", undefined))).toEqual(["Pages", "Actions"]);
  });

  it("finds pages and actions by the beginnings of their words", () => {
    expect(names(arrange("aud", EMPTY))).toEqual(["Pages"]);
    expect(names(arrange("theme dark", EMPTY))).toEqual(["Actions"]);
    expect(names(arrange("udit", EMPTY))).toEqual([]);
  });

  it("puts the customer first when it is the customer's id that was given", () => {
    const customers = [{ id: "cust_40217", name: "Jeff Haddad", cards: 2 }];
    expect(names(arrange("CUST_40217", { ...EMPTY, cards: [card()], customers }))).toEqual([
      "Customers",
      "Cards",
    ]);
    expect(names(arrange("40217", { ...EMPTY, cards: [card()], customers }))).toEqual(["Customers", "Cards"]);
    const sameNumber = { ...EMPTY, cards: [card({ lastFour: "40217" })], customers };
    expect(names(arrange("40217", sameNumber))).toEqual(["Cards", "Customers"]);
    expect(names(arrange("jeff", { ...EMPTY, cards: [card()], customers }))).toEqual(["Cards", "Customers"]);
  });

  it("says of what only resembles the text that it does, behind what matches", () => {
    expect(names(arrange("car", { ...EMPTY, cards: [card()], isFuzzy: true }))).toEqual([
      "Pages",
      "Similar cards",
    ]);
  });

  it("leads to the issuer with an id that the index does not know", () => {
    const [group] = arrange(ID, EMPTY);
    expect(group?.name).toBe("Not synced yet");
    expect(group?.items.map(hrefOf)).toEqual([`/cards/${ID}`]);
    expect(arrange("not-an-id", EMPTY)).toEqual([]);
  });
});

describe("what is recent", () => {
  it("is a card or a customer, by its id alone", () => {
    expect(recentOf(`/cards/${ID}`)).toEqual({ kind: "card", id: ID });
    expect(recentOf("/customers/cust%201")).toEqual({ kind: "customer", id: "cust 1" });
    expect(recentOf("/cards")).toBeNull();
    expect(recentOf("/cards/new")).toBeNull();
  });
});
