import "server-only";
import type { TargetCheck } from "@/lib/audit/target-check";
import { findIndexedCard } from "@/lib/card-index/change-card";
import { readUnknownCard } from "@/lib/card-index/status/read-unknown-card";
import { toAppError } from "@/lib/issuer/to-app-error";
import { withTimeout } from "@/lib/issuer/with-timeout";

/** A freeze doesn't wait longer than this to be recorded. */
const TIMEOUT_MS = 1_500;

/** A card that can't be read passes, because a freeze or a block is sent even then. */
export const cardCheck: TargetCheck<{ cardId: string }> = {
  isKnown: async ({ cardId }) => (await findIndexedCard(cardId)) !== null,
  async findError({ cardId }) {
    const read = await withTimeout(TIMEOUT_MS, readUnknownCard(cardId));
    return read && !read.ok && read.failure.kind === "not-found" ? toAppError(read.failure) : null;
  },
};
