import { describe, expect, it } from "vitest";
import type { FoundCard } from "@/lib/domain/search";
import { type KeyedList, pressInList, replayKeys } from "./list-keys";
import { cardItem, type PaletteItem } from "./palette-items";

function card(id: string, lastFour: string): FoundCard {
  return {
    id,
    currency: "USD",
    lastFour,
    externalCustomerId: `cust_${id}`,
    cardholderName: `Holder of ${id}`,
    cardName: "Travel",
    cardDesign: "dsg_midnight",
    cardType: "virtual",
    status: "ACTIVE",
    created: "2026-11-14T14:03:22+0000",
  };
}

const CARDS = [card("first", "1111"), card("second", "2222")];
const ITEMS: PaletteItem[] = CARDS.map(cardItem);
const [FIRST = null, SECOND = null] = ITEMS;
const list = (fields: Partial<KeyedList> = {}): KeyedList => ({
  text: "holder",
  items: ITEMS,
  active: null,
  cards: CARDS,
  ...fields,
});

describe("a key in the list", () => {
  it("moves between the box and the last row", () => {
    expect(pressInList("ArrowDown", list())).toEqual({ is: "move", to: FIRST });
    expect(pressInList("ArrowDown", list({ active: SECOND }))).toEqual({ is: "move", to: SECOND });
    expect(pressInList("ArrowUp", list({ active: FIRST }))).toEqual({ is: "move", to: null });
    expect(pressInList("ArrowUp", list())).toEqual({ is: "move", to: SECOND });
    expect(pressInList("ArrowDown", list({ items: [] }))).toEqual({ is: "move", to: null });
  });

  it("opens the row that was reached, or the first", () => {
    expect(pressInList("Enter", list({ active: SECOND }))).toEqual({ is: "open", item: SECOND });
    expect(pressInList("Enter", list())).toEqual({ is: "open", item: FIRST });
    expect(pressInList("Enter", list({ items: [] }))).toBeNull();
  });

  it("acts on the card that was reached, and else belongs to the text", () => {
    expect(pressInList("f", list({ active: SECOND }))).toEqual({
      is: "command",
      command: "freeze",
      card: CARDS[1],
    });
    expect(pressInList("f", list())).toEqual({ is: "type", letter: "f" });
    expect(pressInList("x", list({ active: SECOND }))).toEqual({ is: "type", letter: "x" });
  });
});

describe("keys that were pressed before their list was there", () => {
  it("act on that list in their order", () => {
    expect(replayKeys(["ArrowDown", "ArrowDown"], list())).toEqual({ is: "move", to: SECOND });
    expect(replayKeys(["ArrowDown", "ArrowDown", "f"], list())).toEqual({
      is: "command",
      command: "freeze",
      card: CARDS[1],
    });
    expect(replayKeys(["ArrowDown", "ArrowDown", "Enter"], list())).toEqual({ is: "open", item: SECOND });
  });

  it("never confirm what the key before them asks", () => {
    expect(replayKeys(["ArrowDown", "f", "Enter"], list())).toMatchObject({ is: "command" });
  });

  it("do nothing in an empty list, but a letter is typed", () => {
    const empty = list({ items: [], cards: [] });
    expect(replayKeys(["ArrowDown", "Enter"], empty)).toBeNull();
    expect(replayKeys(["ArrowDown", "f"], empty)).toEqual({ is: "type", letter: "f" });
  });
});
