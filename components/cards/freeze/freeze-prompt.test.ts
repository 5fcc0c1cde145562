import { describe, expect, it } from "vitest";
import type { CheckedStatus } from "@/lib/domain/cards/card-status";
import { freezePrompt, needsAcknowledgment, type StatusCheck, toStatusCheck } from "./freeze-prompt";

const card = { lastFour: "4471", cardholderName: "Ada Lovelace", status: "ACTIVE" };
const NAME = "Ada Lovelace’s card ending in 4471";
const READ_AT = "2026-11-15T14:03:25.000Z";
const CHANGE = {
  at: "2026-11-15T14:03:22.000Z",
  by: "Jonas Weber",
  isYou: false,
  isRecent: true,
  isCertain: true,
};

const formatTime = (at: string) => `${at.slice(11, 19)} UTC`;
const prompt = (of: typeof card, freeze: boolean, check: StatusCheck) =>
  freezePrompt(of, freeze, check, formatTime);
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

describe("freezePrompt", () => {
  it("offers the requested change while the status is being checked, and once it is verified", () => {
    for (const check of [{ is: "checking" }, verified("ACTIVE")] as const)
      expect(prompt(card, true, check)).toMatchObject({
        title: `Freeze ${NAME}?`,
        confirm: "Freeze",
        other: null,
      });
    expect(prompt({ ...card, status: "FROZEN" }, false, { is: "checking" })).toMatchObject({
      title: `Unfreeze ${NAME}?`,
      confirm: "Unfreeze",
      cancel: "Keep frozen",
    });
  });

  it.each([
    [true, "FROZEN", `${NAME} is already frozen`, "Unfreeze"],
    [false, "ACTIVE", `${NAME} is not frozen`, "Freeze"],
    [false, "SUSPENDED", `${NAME} is not frozen`, "Freeze"],
  ])(
    "offers the opposite if the issuer reports another status (freeze: %s, status: %s)",
    (freeze, status, title, other) => {
      expect(prompt(card, freeze, verified(status))).toMatchObject({
        title,
        confirm: null,
        other,
        cancel: "Done",
      });
    },
  );

  it("shows who changed the card and when", () => {
    expect(prompt(card, true, verified("FROZEN", CHANGE)).description).toBe(
      "Jonas Weber froze this card at 14:03:22 UTC. New purchases are declined.",
    );
    expect(prompt(card, false, verified("ACTIVE", { ...CHANGE, by: null })).description).toBe(
      "This card was unfrozen outside Cardwell, detected at 14:03:22 UTC. Purchases are allowed.",
    );
  });

  it("keeps the card frozen on Enter if someone else has just frozen it", () => {
    const frozen = { ...card, status: "FROZEN" };
    expect(prompt(frozen, false, verified("FROZEN", CHANGE))).toMatchObject({
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
      expect(prompt(frozen, false, verified("FROZEN", known))).toMatchObject({ confirm: "Unfreeze" });
  });

  it("keeps the card frozen on Enter if someone else may have frozen it", () => {
    const uncertain = { ...CHANGE, isYou: true, isCertain: false };
    expect(prompt({ ...card, status: "FROZEN" }, false, verified("FROZEN", uncertain))).toMatchObject({
      title: `${NAME} is already frozen`,
      description: "You requested a freeze of this card at 14:03:22 UTC. New purchases are declined.",
      confirm: null,
      other: "Unfreeze",
      cancel: "Keep frozen",
    });
    expect(needsAcknowledgment({ change: uncertain, note: null })).toBe(true);
  });

  describe("before an unfreeze", () => {
    const frozen = { ...card, status: "FROZEN" };
    const known = { ...CHANGE, isRecent: false };
    const describedBy = (check: StatusCheck) => prompt(frozen, false, check).description;

    it.each([
      ["a colleague", known, "Jonas Weber froze this card at 14:03:22 UTC."],
      ["the person", { ...known, isYou: true }, "You froze this card at 14:03:22 UTC."],
      [
        "somebody outside Cardwell",
        { ...known, by: null },
        "This card was frozen outside Cardwell, detected at 14:03:22 UTC.",
      ],
    ])("says that %s froze the card, and when", (_, change, who) => {
      expect(describedBy(verified("FROZEN", change))).toBe(
        `${who} Purchases will be allowed again immediately.`,
      );
    });

    it("says since when the card is frozen if it isn't known who froze it", () => {
      const unknown = verified("FROZEN");
      expect(describedBy(unknown)).toMatch(/^This card was already frozen when Cardwell first synced it\./);
      expect(describedBy({ ...unknown, since: CHANGE.at } as StatusCheck)).toMatch(
        /^This card has been frozen since 14:03:22 UTC\./,
      );
      expect(describedBy({ is: "checking" })).toMatch(/Checking who froze this card…$/);
    });

    it("shows a colleague’s note, and Enter then keeps the card frozen", () => {
      expect(prompt(frozen, false, verified("FROZEN", known, NOTE))).toMatchObject({
        title: `Unfreeze ${NAME}?`,
        note: NOTE,
        confirm: null,
        other: "Unfreeze",
        cancel: "Keep frozen",
      });
      expect(prompt(card, true, verified("FROZEN", known, NOTE))).toMatchObject({ note: NOTE });
    });

    it("shows the person’s own note, which needs no acknowledgment", () => {
      const own = { ...NOTE, isYours: true };
      expect(prompt(frozen, false, verified("FROZEN", known, own))).toMatchObject({
        note: own,
        confirm: "Unfreeze",
      });
    });

    it("requires acknowledgment unless the person froze the card themselves", () => {
      const mustAcknowledge = (change: CheckedStatus["change"], note: CheckedStatus["note"] = null) =>
        needsAcknowledgment({ change, note });
      expect(mustAcknowledge({ ...known, isYou: true })).toBe(false);
      expect(mustAcknowledge(null)).toBe(false);
      expect(mustAcknowledge(known)).toBe(true);
      expect(mustAcknowledge({ ...known, isYou: true }, NOTE)).toBe(true);
    });
  });

  it.each([true, false])(
    "offers both if the status can’t be verified, and Enter freezes (freeze: %s)",
    (freeze) => {
      const shown = prompt({ ...card, status: "FROZEN" }, freeze, { is: "unverified" });
      expect(shown).toMatchObject({ freeze: true, confirm: "Freeze", other: "Unfreeze" });
      expect(shown.description).toMatch(/^We couldn’t verify the card’s status/);
    },
  );

  it("offers nothing for a blocked card, with a sentence to read once the issuer has confirmed it", () => {
    const noActions = { title: `${NAME} is already blocked`, confirm: null, other: null };
    expect(prompt({ ...card, status: "BLOCKED" }, true, { is: "checking" })).toMatchObject({
      ...noActions,
      sentence: null,
    });
    const { sentence, ...read } = prompt(card, true, verified("BLOCKED"));
    expect(read).toMatchObject(noActions);
    expect(sentence).toMatch(
      /^Your card ending in 4471 is permanently blocked .* confirmed by the issuer at 14:03:25 UTC\.$/,
    );
  });
});

describe("toStatusCheck", () => {
  const data = {
    status: "FROZEN",
    readAt: "2026-03-02T10:00:00.000Z",
    since: null,
    change: null,
    note: null,
  };

  it("returns the status from the issuer's response", () => {
    expect(toStatusCheck(true, { data, isError: false })).toEqual({ is: "verified", ...data });
  });

  it("ignores the result of an earlier prompt", () => {
    expect(toStatusCheck(false, { data, isError: false })).toEqual({ is: "checking" });
  });

  it("keeps a failed check failed during a retry", () => {
    expect(toStatusCheck(true, { data: undefined, isError: true })).toEqual({ is: "unverified" });
    expect(toStatusCheck(true, { data: undefined, isError: false })).toEqual({ is: "unverified" });
  });
});
