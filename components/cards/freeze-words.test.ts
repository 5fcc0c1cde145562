import { describe, expect, it } from "vitest";
import type { CheckedStatus } from "@/lib/domain/card-status";
import { freezeQuestion, isToBeReadFirst, type StatusCheck, toStatusCheck } from "./freeze-words";

const card = { lastFour: "4471", cardholderName: "Ada Lovelace", status: "ACTIVE" };
const NAME = "Ada Lovelace’s card ending 4471";
const READ_AT = "2026-11-15T14:03:25.000Z";
const CHANGE = {
  at: "2026-11-15T14:03:22.000Z",
  by: "Jonas Weber",
  isYou: false,
  isRecent: true,
  isCertain: true,
};

const timeOf = (at: string) => `${at.slice(11, 19)} UTC`;
const question = (of: typeof card, freeze: boolean, check: StatusCheck) =>
  freezeQuestion(of, freeze, check, timeOf);
const verified = (
  status: string,
  change: CheckedStatus["change"] = null,
  note: CheckedStatus["note"] = null,
): StatusCheck => ({
  is: "verified",
  status,
  readAt: READ_AT,
  since: null,
  change,
  note,
});
const NOTE = {
  id: "7d1c4f6e-0b7b-4c38-9a3c-0f5f0f6f5f10",
  body: "Caller lost the card. Do NOT unfreeze.",
  person: "Mina Reyes",
  at: "2026-11-15T14:05:00.000Z",
  isYours: false,
  total: 1,
};

describe("the question before a freeze", () => {
  it("asks for what the known status suggests while the issuer is asked, and once it agrees", () => {
    for (const check of [{ is: "checking" }, verified("ACTIVE")] as const)
      expect(question(card, true, check)).toMatchObject({
        title: `Freeze ${NAME}?`,
        confirm: "Freeze",
        other: null,
      });
    expect(question({ ...card, status: "FROZEN" }, false, { is: "checking" })).toMatchObject({
      title: `Unfreeze ${NAME}?`,
      confirm: "Unfreeze",
      cancel: "Keep frozen",
    });
  });

  it.each([
    [true, "FROZEN", `${NAME} is already frozen`, "Unfreeze"],
    [false, "ACTIVE", `${NAME} is not frozen`, "Freeze"],
    [false, "SUSPENDED", `${NAME} is not frozen`, "Freeze"],
  ])("turns into what the issuer says (freeze: %s, status: %s)", (freeze, status, title, other) => {
    expect(question(card, freeze, verified(status))).toMatchObject({
      title,
      confirm: null,
      other,
      cancel: "Done",
    });
  });

  it("says who changed the card and when", () => {
    expect(question(card, true, verified("FROZEN", CHANGE)).description).toBe(
      "Jonas Weber froze this card at 14:03:22 UTC. New purchases are declined.",
    );
    expect(question(card, false, verified("ACTIVE", { ...CHANGE, by: null })).description).toBe(
      "This card was unfrozen outside Cardwell, detected at 14:03:22 UTC. Purchases are allowed.",
    );
  });

  it("keeps a card frozen by Enter that somebody else froze a moment ago", () => {
    const frozen = { ...card, status: "FROZEN" };
    expect(question(frozen, false, verified("FROZEN", CHANGE))).toMatchObject({
      title: `${NAME} was just frozen`,
      description: "Jonas Weber froze this card at 14:03:22 UTC. New purchases are declined.",
      confirm: null,
      other: "Unfreeze",
      cancel: "Keep frozen",
    });
    for (const known of [
      { ...CHANGE, isRecent: false },
      { ...CHANGE, isYou: true },
    ])
      expect(question(frozen, false, verified("FROZEN", known))).toMatchObject({ confirm: "Unfreeze" });
  });

  it("keeps a card frozen by Enter that may be somebody else's freeze, though you asked for one too", () => {
    const uncertain = { ...CHANGE, isYou: true, isCertain: false };
    expect(question({ ...card, status: "FROZEN" }, false, verified("FROZEN", uncertain))).toMatchObject({
      title: `${NAME} is already frozen`,
      description: "You requested a freeze of this card at 14:03:22 UTC. New purchases are declined.",
      confirm: null,
      other: "Unfreeze",
      cancel: "Keep frozen",
    });
    expect(isToBeReadFirst({ change: uncertain, note: null })).toBe(true);
  });

  describe("always says who froze the card and when, before it is unfrozen", () => {
    const frozen = { ...card, status: "FROZEN" };
    const known = { ...CHANGE, isRecent: false };
    const describedBy = (check: StatusCheck) => question(frozen, false, check).description;

    it.each([
      ["a colleague", known, "Jonas Weber froze this card at 14:03:22 UTC."],
      ["the person", { ...known, isYou: true }, "You froze this card at 14:03:22 UTC."],
      [
        "somebody outside Cardwell",
        { ...known, by: null },
        "This card was frozen outside Cardwell, detected at 14:03:22 UTC.",
      ],
    ])("by %s", (_, change, who) => {
      expect(describedBy(verified("FROZEN", change))).toBe(
        `${who} Purchases will be allowed again immediately.`,
      );
    });

    it("as far as it is known", () => {
      const unknown = verified("FROZEN");
      expect(describedBy(unknown)).toMatch(/^This card was already frozen when Cardwell first synced it\./);
      expect(describedBy({ ...unknown, since: CHANGE.at } as StatusCheck)).toMatch(
        /^This card has been frozen since 14:03:22 UTC\./,
      );
      expect(describedBy({ is: "checking" })).toMatch(/Checking who froze this card…$/);
    });

    it("with a colleague’s note, and Enter then keeps it frozen", () => {
      expect(question(frozen, false, verified("FROZEN", known, NOTE))).toMatchObject({
        title: `Unfreeze ${NAME}?`,
        note: NOTE,
        confirm: null,
        other: "Unfreeze",
        cancel: "Keep frozen",
      });
      expect(question(card, true, verified("FROZEN", known, NOTE))).toMatchObject({ note: NOTE });
    });

    it("with the person’s own note, which asks for no second thought", () => {
      const own = { ...NOTE, isYours: true };
      expect(question(frozen, false, verified("FROZEN", known, own))).toMatchObject({
        note: own,
        confirm: "Unfreeze",
      });
    });

    it("so that an Enter before it is shown answers only for the person’s own freeze", () => {
      const isHeld = (change: CheckedStatus["change"], note: CheckedStatus["note"] = null) =>
        isToBeReadFirst({ change, note });
      expect(isHeld({ ...known, isYou: true })).toBe(false);
      expect(isHeld(null)).toBe(false);
      expect(isHeld(known)).toBe(true);
      expect(isHeld({ ...known, isYou: true }, NOTE)).toBe(true);
    });
  });

  it.each([true, false])(
    "offers both when the issuer cannot be asked, and Enter freezes (freeze: %s)",
    (freeze) => {
      const asked = question({ ...card, status: "FROZEN" }, freeze, { is: "unverified" });
      expect(asked).toMatchObject({ freeze: true, confirm: "Freeze", other: "Unfreeze" });
      expect(asked.description).toMatch(/^We couldn’t verify the card’s status/);
    },
  );

  it("offers nothing for a blocked card, and reads it back once the issuer has confirmed it", () => {
    const nothing = { title: `${NAME} is already blocked`, confirm: null, other: null };
    expect(question({ ...card, status: "BLOCKED" }, true, { is: "checking" })).toMatchObject({
      ...nothing,
      sentence: null,
    });
    const { sentence, ...read } = question(card, true, verified("BLOCKED"));
    expect(read).toMatchObject(nothing);
    expect(sentence).toMatch(
      /^Your card ending 4471 is permanently blocked .* confirmed by the issuer at 14:03:25 UTC\.$/,
    );
  });
});

describe("what the check of an open question says", () => {
  const data = {
    status: "FROZEN",
    readAt: "2026-03-02T10:00:00.000Z",
    since: null,
    change: null,
    note: null,
  };

  it("the card is verified by the issuer's own answer", () => {
    expect(toStatusCheck(true, { data, isError: false })).toEqual({ is: "verified", ...data });
  });

  it("what an earlier question found out counts for nothing", () => {
    expect(toStatusCheck(false, { data, isError: false })).toEqual({ is: "checking" });
  });

  it("a failed check stays failed while it is made again", () => {
    expect(toStatusCheck(true, { data: undefined, isError: true })).toEqual({ is: "unverified" });
    expect(toStatusCheck(true, { data: undefined, isError: false })).toEqual({ is: "unverified" });
  });
});
