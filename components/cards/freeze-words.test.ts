import { describe, expect, it } from "vitest";
import type { CheckedStatus } from "@/lib/domain/card-status";
import { freezeQuestion, type StatusCheck } from "./freeze-words";

const card = { lastFour: "4471", cardholderName: "Ada Lovelace", status: "ACTIVE" };
const NAME = "Ada Lovelace’s card ending 4471";
const READ_AT = "2026-11-15T14:03:25.000Z";
const CHANGE = { at: "2026-11-15T14:03:22.000Z", by: "Jonas Weber", isYou: false, isRecent: true };

const timeOf = (at: string) => `${at.slice(11, 19)} UTC`;
const question = (of: typeof card, freeze: boolean, check: StatusCheck) =>
  freezeQuestion(of, freeze, check, timeOf);
const verified = (status: string, change: CheckedStatus["change"] = null): StatusCheck => ({
  is: "verified",
  status,
  readAt: READ_AT,
  since: null,
  change,
});

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
      cancel: "Keep it frozen",
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
      "Jonas Weber froze it at 14:03:22 UTC. New purchases are declined.",
    );
    expect(question(card, false, verified("ACTIVE", { ...CHANGE, by: null })).description).toBe(
      "It was unfrozen outside Cardwell, seen at 14:03:22 UTC. Purchases go through.",
    );
  });

  it("keeps a card frozen by Enter that somebody else froze a moment ago", () => {
    const frozen = { ...card, status: "FROZEN" };
    expect(question(frozen, false, verified("FROZEN", CHANGE))).toMatchObject({
      title: `${NAME} was just frozen`,
      description: "Jonas Weber froze it at 14:03:22 UTC. New purchases are declined.",
      confirm: null,
      other: "Unfreeze",
      cancel: "Keep it frozen",
    });
    for (const known of [
      { ...CHANGE, isRecent: false },
      { ...CHANGE, isYou: true },
    ])
      expect(question(frozen, false, verified("FROZEN", known))).toMatchObject({ confirm: "Unfreeze" });
  });

  it.each([true, false])(
    "offers both when the issuer cannot be asked, and Enter freezes (freeze: %s)",
    (freeze) => {
      const asked = question({ ...card, status: "FROZEN" }, freeze, { is: "unverified" });
      expect(asked).toMatchObject({ freeze: true, confirm: "Freeze", other: "Unfreeze" });
      expect(asked.description).toMatch(/^We couldn’t verify with the issuer/);
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
      /^Your card ending 4471 is blocked .* confirmed by the issuer at 14:03:25 UTC\.$/,
    );
  });
});
