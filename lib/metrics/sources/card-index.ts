import "server-only";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { type Source, sample, timestamp } from "./source";

export const indexSource: Source = {
  name: "index",
  metrics: [
    "cardwell_index_records",
    "cardwell_index_lag_records",
    "cardwell_index_filled",
    "cardwell_index_fresh_timestamp_seconds",
    "cardwell_index_verified_timestamp_seconds",
  ],
  async read() {
    return Object.entries(await readIndexState()).flatMap(
      ([list, { known, total, isFilled, asOf, verifiedAt }]) => [
        sample("cardwell_index_records", { list }, known),
        ...(total === null
          ? []
          : [sample("cardwell_index_lag_records", { list }, Math.max(0, total - known))]),
        sample("cardwell_index_filled", { list }, isFilled ? 1 : 0),
        ...timestamp("cardwell_index_fresh_timestamp_seconds", { list }, asOf),
        ...timestamp("cardwell_index_verified_timestamp_seconds", { list }, verifiedAt),
      ],
    );
  },
};
