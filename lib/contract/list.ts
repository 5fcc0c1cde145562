import { z } from "zod";
import { Card } from "./card";
import { IsoDateText } from "./text";
import { Transaction } from "./transaction";

/** For "no such page" an issuer may send null or an empty string, or leave out the field. */
const Link = z
  .string()
  .nullish()
  .transform((link) => link || null)
  .pipe(z.string().nullable());

function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    results: z.array(item),
    count: z.int().min(0).meta({ description: "Count of results" }),
    next: Link.meta({ description: "Link to next page" }),
    previous: Link.meta({ description: "Link to previous page" }),
  });
}

export const CardList = listOf(Card).meta({ id: "CardList" });
export type CardList = z.infer<typeof CardList>;

export const TransactionList = listOf(Transaction).meta({ id: "TransactionList" });
export type TransactionList = z.infer<typeof TransactionList>;

const PAGE = "must be a whole number of at least 1";

/** The list parameters in the query string. */
export const ListQuery = z
  .object({
    page: z
      .string()
      .regex(/^[0-9]+$/, { error: PAGE, abort: true })
      // A page past any end that stays a valid number even if its digits would parse as Infinity.
      .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))
      .refine((page) => page >= 1, { error: PAGE })
      .default(1)
      .meta({ type: "integer", minimum: 1, default: 1, pattern: undefined }),
    min_created: IsoDateText.optional().meta({ description: "Only records from this UTC day onwards" }),
    max_created: IsoDateText.optional().meta({
      description: "Only records up to and including this UTC day",
    }),
  })
  .refine(({ min_created, max_created }) => !min_created || !max_created || min_created <= max_created, {
    path: ["min_created"],
    error: "must not be after max_created",
  });
export type ListQuery = z.infer<typeof ListQuery>;

export type IssuerPage<Item> = { results: Item[]; count: number; next: string | null };
