import { z } from "zod";
import { CARD_TYPES } from "./card-type";
import { object, recordId } from "./text";

/** The statuses we know. The issuer's set is open: any other status is shown as it is. */
export const KNOWN_CARD_STATUSES = ["ACTIVE", "FROZEN", "BLOCKED"] as const;
export type KnownCardStatus = (typeof KNOWN_CARD_STATUSES)[number];

export const CardId = recordId().meta({ description: "Card identifier", format: "uuid" });

/** A card as create and list return it (spec 2.1). */
export const Card = z
  .object({
    id: z.string().meta({ description: "Card identifier", format: "uuid" }),
    currency: z.string().meta({ description: "Currency code of the card", examples: ["USD"] }),
    lastFour: z.string().meta({ description: "Last four digits of the card number", examples: ["4471"] }),
    externalCustomerId: z.string().meta({ description: "The meta.id given at creation" }),
    cardholderName: z.string(),
    cardName: z.string().meta({ description: "Name of the card" }),
    cardDesign: z.string().meta({ description: "Card design id" }),
    cardType: z.string().meta({ description: "physical or virtual", examples: [...CARD_TYPES] }),
    status: z.string().meta({ description: "An open set", examples: [...KNOWN_CARD_STATUSES] }),
    created: z
      .string()
      .meta({ description: "YYYY-MM-DDThh:mm:ss+0000", examples: ["2026-11-15T14:03:22+0000"] }),
  })
  .meta({ id: "Card" });
export type Card = z.infer<typeof Card>;

/** A card as retrieve-card returns it. An issuer may leave out either additional field. */
export const CardDetail = z
  .object({
    ...Card.shape,
    statusReason: z.string().nullish().meta({ description: "The reason of the block" }),
    availableCredit: z.number().nullish().meta({ description: "Initially the card's spendLimit" }),
  })
  .meta({ id: "CardDetail" });
export type CardDetail = z.infer<typeof CardDetail>;

export const FreezeCardRequest = object({
  freeze: z
    .boolean({ error: "must be true (freeze) or false (unfreeze)" })
    .meta({ description: "true freezes, false unfreezes" }),
}).meta({ id: "FreezeCardRequest" });
export type FreezeCardRequest = z.infer<typeof FreezeCardRequest>;

export const MessageResponse = z.object({ message: z.string() }).meta({ id: "Message" });
export type MessageResponse = z.infer<typeof MessageResponse>;
