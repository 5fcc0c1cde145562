import { describe, expect, it } from "vitest";
import type { FoundCard } from "@/lib/domain/cards/search-results";
import { findKeyEffect, type ListState, replayKeys } from "./list-keys";
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
const list = (fields: Partial<ListState> = {}): ListState => ({
  text: "holder",
  items: ITEMS,
  active: null,
  cards: CARDS,
  ...fields,
});

describe("findKeyEffect", () => {
  it("moves between the search box and the last row", () => {
    expect(findKeyEffect("ArrowDown", list())).toEqual({ is: "move", to: FIRST });
    expect(findKeyEffect("ArrowDown", list({ active: SECOND }))).toEqual({ is: "move", to: SECOND });
    expect(findKeyEffect("ArrowUp", list({ active: FIRST }))).toEqual({ is: "move", to: null });
    expect(findKeyEffect("ArrowUp", list())).toEqual({ is: "move", to: SECOND });
    expect(findKeyEffect("ArrowDown", list({ items: [] }))).toEqual({ is: "move", to: null });
  });

  it("opens the selected row, or the first one", () => {
    expect(findKeyEffect("Enter", list({ active: SECOND }))).toEqual({ is: "open", item: SECOND });
    expect(findKeyEffect("Enter", list())).toEqual({ is: "open", item: FIRST });
    expect(findKeyEffect("Enter", list({ items: [] }))).toBeNull();
  });

  it("runs a command on the selected card, otherwise types the letter", () => {
    expect(findKeyEffect("f", list({ active: SECOND }))).toEqual({
      is: "command",
      command: "freeze",
      card: CARDS[1],
    });
    expect(findKeyEffect("f", list())).toEqual({ is: "type", letter: "f" });
    expect(findKeyEffect("x", list({ active: SECOND }))).toEqual({ is: "type", letter: "x" });
  });
});

describe("replayKeys", () => {
  it("applies the keys to the list in order", () => {
    expect(replayKeys(["ArrowDown", "ArrowDown"], list())).toEqual({ is: "move", to: SECOND });
    expect(replayKeys(["ArrowDown", "ArrowDown", "f"], list())).toEqual({
      is: "command",
      command: "freeze",
      card: CARDS[1],
    });
    expect(replayKeys(["ArrowDown", "ArrowDown", "Enter"], list())).toEqual({ is: "open", item: SECOND });
  });

  it("stops at the first command, so that Enter never confirms it", () => {
    expect(replayKeys(["ArrowDown", "f", "Enter"], list())).toMatchObject({ is: "command" });
  });

  it("does nothing in an empty list except type letters", () => {
    const empty = list({ items: [], cards: [] });
    expect(replayKeys(["ArrowDown", "Enter"], empty)).toBeNull();
    expect(replayKeys(["ArrowDown", "f"], empty)).toEqual({ is: "type", letter: "f" });
  });
});
