import "server-only";
import { z } from "zod";
import { databaseNow } from "@/lib/card-index/index-write";
import { refreshStaleCards } from "@/lib/card-index/refresh-stale-cards";
import { searchIndex } from "@/lib/card-index/search";
import { searchByLastFour } from "@/lib/domain/last-four-search";
import { success } from "@/lib/domain/result";
import { SEARCH_MAX_CHARACTERS, type SearchResults } from "@/lib/domain/search";
import { defineQuery } from "./define-query";

export const search = defineQuery({
  name: "the search",
  permission: "cards.read",
  input: z.object({ text: z.string().max(SEARCH_MAX_CHARACTERS).default("").transform(searchByLastFour) }),
  async run({ input }) {
    const readAt = await databaseNow();
    const found = await searchIndex(input.text);
    void refreshStaleCards(found.cards.map(({ id }) => id));
    return success<SearchResults>({ ...found, readAt: readAt.toISOString() });
  },
});
