import { z } from "zod";

// Not in card.ts, so that the form that creates a card doesn't load what checks the issuer's answers.
export const CARD_TYPES = ["virtual", "physical"] as const;
export const CardType = z.enum(CARD_TYPES, { error: "must be physical or virtual" });
export type CardType = z.infer<typeof CardType>;
