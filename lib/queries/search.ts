import "server-only";
import { z } from "zod";
import { searchIndex } from "@/lib/card-index/search-index";
import { refreshStaleCards } from "@/lib/card-index/sync/refresh-stale-cards";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import { SEARCH_MAX_CHARACTERS, type SearchResults } from "@/lib/domain/cards/search-results";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

export const search = defineQuery({
  name: "the search",
  permission: "cards.read",
  input: z.object({ text: z.string().max(SEARCH_MAX_CHARACTERS).default("").transform(searchByLastFour) }),
  async run({ input }) {
    const found = await searchIndex(input.text);
    void refreshStaleCards(found.cards.map(({ id }) => id));
    return success<SearchResults>(found);
  },
});
