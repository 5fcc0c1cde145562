import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";

export const FactorName = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(40, { error: "must be at most 40 characters" })
    .refine((name) => maskCardSecrets(name) === name, { error: "must not contain a card number" }),
});
