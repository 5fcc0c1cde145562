import "server-only";
import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";

/** What people call an entry of a list. */
export const listName = (findProblem: (name: string) => string | null) =>
  z
    .string()
    .trim()
    .superRefine((name, context) => {
      const message = findProblem(name);
      if (message) context.addIssue({ code: "custom", message });
    })
    .transform(maskCardSecrets);
