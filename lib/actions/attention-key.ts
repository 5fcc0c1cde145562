import "server-only";
import { z } from "zod";
import { parseAttentionKey } from "@/lib/domain/attention";

/** Names an item that the overview raises. */
export const AttentionKey = z
  .string()
  .max(120)
  .refine((key) => parseAttentionKey(key) !== null, "must be a valid item key");
