import "server-only";
import { z } from "zod";
import { parseAttentionKey } from "@/lib/domain/cards/attention-items";

export const AttentionKey = z
  .string()
  .max(120)
  .refine((key) => parseAttentionKey(key) !== null, "must be a valid item key");
