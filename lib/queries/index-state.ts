import "server-only";
import { z } from "zod";
import { readIndexState } from "@/lib/card-index/index-state";
import { success } from "@/lib/domain/result";
import type { IndexReading } from "@/lib/domain/search";
import { defineQuery } from "./define-query";

/** How complete the index is, and the server's time, against which its age counts. */
export const getIndexState = defineQuery({
  name: "the sync status",
  permission: "cards.read",
  input: z.object({}),
  run: async () => success<IndexReading>({ ...(await readIndexState()), now: new Date().toISOString() }),
});
