import "server-only";
import type { Reader } from "@/lib/alerts/finding";
import { readIndexState } from "@/lib/card-index/sync/index-state";

const MAX_AGE_SECONDS = 300;

export const cardIndexReader: Reader = {
  conditions: ["index-stale"],
  async read(now) {
    return Object.entries(await readIndexState()).flatMap(([list, { asOf }]) =>
      asOf !== null && now.getTime() - Date.parse(asOf) > MAX_AGE_SECONDS * 1000
        ? [
            {
              condition: "index-stale" as const,
              subject: list,
              detail: `The index of ${list} is older than five minutes.`,
            },
          ]
        : [],
    );
  },
};
