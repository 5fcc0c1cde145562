import "server-only";
import { z } from "zod";
import { searchIndex } from "@/lib/card-index/search-index";
import { refreshStaleCards } from "@/lib/card-index/sync/refresh-stale-cards";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import { type FoundRun, SEARCH_MAX_CHARACTERS, type SearchResults } from "@/lib/domain/cards/search-results";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import type { Run } from "@/lib/domain/runs/run";
import { searchRuns } from "@/lib/runs/read-runs";
import { defineQuery } from "./define-query";

export const search = defineQuery({
  name: "the search",
  permission: "cards.read",
  input: z.object({ text: z.string().max(SEARCH_MAX_CHARACTERS).default("").transform(searchByLastFour) }),
  async run({ input, actor }) {
    const [found, runs] = await Promise.all([
      searchIndex(input.text),
      can(actor.role, "bulk.freeze") ? searchRuns(input.text.trim(), actor.id) : [],
    ]);
    void refreshStaleCards(found.cards.map(({ id }) => id));
    return success<SearchResults>({ ...found, runs: runs.map(toFound) });
  },
});

function toFound({ id, kind, scope, state, counts, requestId, isWaiting, createdAt }: Run): FoundRun {
  return { id, kind, scope, state, counts, requestId, isWaiting, createdAt };
}
