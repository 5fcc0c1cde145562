import "server-only";
import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";

/** Masks card numbers and security codes before any other code sees the text. */
export const freeText = (maxCharacters: number) =>
  z.string().trim().min(1, "must not be empty").max(maxCharacters).transform(maskCardSecrets);
