import "server-only";
import { z } from "zod";
import { suggestMerchants } from "@/lib/card-index/merchants";
import { SEARCH_MAX_CHARACTERS } from "@/lib/domain/cards/search-results";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

/** The first merchants with these words. */
export const getMerchants = defineQuery({
  name: "the merchants",
  permission: "transactions.read",
  input: z.object({ text: z.string().max(SEARCH_MAX_CHARACTERS).default("") }),
  run: async ({ input }) => success({ merchants: await suggestMerchants(input.text) }),
});
