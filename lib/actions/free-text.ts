import "server-only";
import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/card-secrets";

/** A line that a person writes. Card numbers and security codes are masked before anything else sees it. */
export const freeText = (maxCharacters: number) =>
  z.string().trim().min(1, "must not be empty").max(maxCharacters).transform(maskCardSecrets);
