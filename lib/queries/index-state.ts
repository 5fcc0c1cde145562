import "server-only";
import { z } from "zod";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import type { IndexSnapshot } from "@/lib/domain/cards/search-results";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

/** Includes the server's time, so that ages don't depend on the browser's clock. */
export const getIndexState = defineQuery({
  name: "the sync status",
  permission: "cards.read",
  input: z.object({}),
  run: async () => success<IndexSnapshot>({ ...(await readIndexState()), now: new Date().toISOString() }),
});
