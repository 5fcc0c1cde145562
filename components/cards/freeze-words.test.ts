import { describe, expect, it } from "vitest";
import { freezeQuestion } from "./freeze-words";

const card = { lastFour: "4471", cardholderName: "Ada Lovelace", status: "ACTIVE" };
const NAME = "Ada Lovelace’s card ending 4471";

describe("the question before a freeze", () => {
  it("asks for what the known status suggests while the issuer is asked, and once it agrees", () => {
    for (const check of [{ is: "checking" }, { is: "verified", status: "ACTIVE" }] as const)
      expect(freezeQuestion(card, true, check)).toMatchObject({
        title: `Freeze ${NAME}?`,
        confirm: "Freeze",
        other: null,
      });
    expect(freezeQuestion({ ...card, status: "FROZEN" }, false, { is: "checking" })).toMatchObject({
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
    expect(freezeQuestion(card, freeze, { is: "verified", status })).toMatchObject({
      title,
      confirm: null,
      other,
      cancel: "Done",
    });
  });

  it.each([true, false])(
    "offers both when the issuer cannot be asked, and Enter freezes (freeze: %s)",
    (freeze) => {
      const question = freezeQuestion({ ...card, status: "FROZEN" }, freeze, { is: "unverified" });
      expect(question).toMatchObject({ freeze: true, confirm: "Freeze", other: "Unfreeze" });
      expect(question.description).toMatch(/^We couldn’t verify with the issuer/);
    },
  );

  it("says that a card is blocked, known or verified", () => {
    const blocked = { title: `${NAME} is already blocked` };
    expect(freezeQuestion({ ...card, status: "BLOCKED" }, true, { is: "checking" })).toMatchObject(blocked);
    expect(freezeQuestion(card, true, { is: "verified", status: "BLOCKED" })).toMatchObject(blocked);
  });
});
