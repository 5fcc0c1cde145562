type NamedCard = { lastFour: string; cardholderName: string; status: string };

/** What the issuer says of the card's status while the question is open. */
export type StatusCheck = { is: "checking" } | { is: "verified"; status: string } | { is: "unverified" };

export type FreezeQuestion = {
  title: string;
  description: string;
  /** What the first button does: freeze, or unfreeze. */
  freeze: boolean;
  /** Null: there is nothing left to do, and the first button closes. */
  confirm: string | null;
  /** The opposite, where it may be what is needed. */
  other: string | null;
  cancel: string;
};

/**
 * What is asked before a card is frozen or unfrozen. It names the card, since another may be meant; and where the
 * issuer's status is not what was assumed, or is not known, the opposite is offered too. Where it is not known, Enter
 * freezes, whatever was asked: that does no harm to a frozen card, and an unfreeze may open a lost one.
 */
export function freezeQuestion(card: NamedCard, freeze: boolean, check: StatusCheck): FreezeQuestion {
  const name = `${card.cardholderName}’s card ending ${card.lastFour}`;
  const status = check.is === "verified" ? check.status : card.status;
  if (status === "BLOCKED") return blockedQuestion(name);
  if (check.is === "verified" && freeze === (status === "FROZEN")) return doneQuestion(name, freeze);
  if (check.is !== "unverified") return freeze ? freezingQuestion(name) : unfreezingQuestion(name);
  return {
    ...freezingQuestion(name),
    description:
      "We couldn’t verify with the issuer whether the card is frozen. A card that is frozen already stays frozen.",
    other: "Unfreeze",
  };
}

function blockedQuestion(name: string): FreezeQuestion {
  return {
    title: `${name} is already blocked`,
    description: "No purchase goes through, and a blocked card cannot be frozen. The issuer can confirm it.",
    freeze: true,
    confirm: "Ask the issuer",
    other: null,
    cancel: "Back",
  };
}

function doneQuestion(name: string, freeze: boolean): FreezeQuestion {
  return {
    title: `${name} is ${freeze ? "already frozen" : "not frozen"}`,
    description: `${freeze ? "New purchases are declined." : "Purchases go through."} The issuer confirmed it just now.`,
    freeze,
    confirm: null,
    other: freeze ? "Unfreeze" : "Freeze",
    cancel: "Done",
  };
}

function freezingQuestion(name: string): FreezeQuestion {
  return {
    title: `Freeze ${name}?`,
    description: "Every new purchase is declined until it is unfrozen. This can be undone.",
    freeze: true,
    confirm: "Freeze",
    other: null,
    cancel: "Cancel",
  };
}

function unfreezingQuestion(name: string): FreezeQuestion {
  return {
    title: `Unfreeze ${name}?`,
    description: "Purchases go through again at once.",
    freeze: false,
    confirm: "Unfreeze",
    other: null,
    cancel: "Keep it frozen",
  };
}
