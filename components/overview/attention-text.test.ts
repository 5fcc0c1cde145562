import { describe, expect, it } from "vitest";
import { NOT_VERIFIED } from "@/components/cards/freeze/caller-statement-text";
import { dismissedToast, freezeToast, listedCardLabel } from "./attention-text";

const SUBJECT = "•• 4471, Ada Lovelace";
const UNFROZEN = { freeze: false, status: "ACTIVE", isVerified: true };

describe("listedCardLabel", () => {
  const card = {
    id: "card-1",
    lastFour: "0983",
    holder: "Quill Studio K.K.",
    customerId: "cust_1",
    type: "virtual",
    design: "dsg_midnight",
  };

  it.each([
    ["frozen", "frozen for more than 7 days"],
    ["frozen-before", "frozen, start date unknown"],
    ["blocked", "blocked, no replacement"],
  ] as const)("names the card and its group: %s", (kind, group) => {
    expect(listedCardLabel(kind, card)).toBe(`•• 0983, Quill Studio K.K. (${group})`);
  });
});

describe("dismissedToast", () => {
  it("shows how many items the server dismissed, not how many were shown", () => {
    expect(dismissedToast({ kind: "frozen" }, 1, "12 items")).toEqual({
      title: "Dismissed: 1 item under “Frozen for more than 7 days”",
      tone: "good",
    });
    expect(dismissedToast({ key: "frozen:card:1" }, 1, SUBJECT)).toEqual({
      title: `Dismissed: ${SUBJECT}`,
      tone: "good",
    });
  });

  it("is neutral if a colleague was faster", () => {
    expect(dismissedToast({ kind: "frozen" }, 0, "12 items")).toEqual({
      title: "Already dismissed or resolved: 12 items",
      tone: "neutral",
    });
  });
});

describe("freezeToast", () => {
  it("confirms an unfreeze", () => {
    expect(freezeToast(UNFROZEN, SUBJECT)).toEqual({
      title: `Unfrozen: ${SUBJECT}`,
      detail: "Confirmed by the issuer.",
      tone: "good",
    });
  });

  it("shows the actual status if it isn't the requested one", () => {
    expect(freezeToast({ ...UNFROZEN, status: "BLOCKED" }, SUBJECT)).toMatchObject({
      title: `Blocked, not unfrozen: ${SUBJECT}`,
      tone: "bad",
    });
    expect(freezeToast({ ...UNFROZEN, freeze: true }, SUBJECT).title).toBe(`Active, not frozen: ${SUBJECT}`);
  });

  it("says if the card couldn't be read again", () => {
    expect(freezeToast({ ...UNFROZEN, isVerified: false }, SUBJECT).detail).toBe(NOT_VERIFIED);
  });
});
