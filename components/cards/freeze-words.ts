type NamedCard = { lastFour: string; cardholderName: string; status: string };

export type FreezeQuestion = { title: string; description: string; confirm: string; cancel: string };

/** What is asked before a card is frozen or unfrozen. It names the card, since another may be meant. */
export function freezeQuestion(card: NamedCard, freeze: boolean): FreezeQuestion {
  const name = `${card.cardholderName}’s card ending ${card.lastFour}`;
  if (card.status === "BLOCKED") {
    return {
      title: `${name} is already blocked`,
      description:
        "No purchase goes through, and a blocked card cannot be frozen. The issuer can confirm it.",
      confirm: "Ask the issuer",
      cancel: "Back",
    };
  }
  if (!freeze) {
    return {
      title: `Unfreeze ${name}?`,
      description: "Purchases go through again at once.",
      confirm: "Unfreeze",
      cancel: "Keep it frozen",
    };
  }
  return {
    title: `Freeze ${name}?`,
    description: "Every new purchase is declined until it is unfrozen. This can be undone.",
    confirm: "Freeze",
    cancel: "Cancel",
  };
}
