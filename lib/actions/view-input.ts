import "server-only";
import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { VIEW_LIST_NAMES } from "@/lib/domain/views/saved-view";
import { findNameError } from "@/lib/domain/views/view-name";

export const ViewListName = z.enum(VIEW_LIST_NAMES);

export const ViewName = z
  .string()
  .trim()
  .superRefine((name, context) => {
    const error = findNameError(name);
    if (error) context.addIssue({ code: "custom", message: error });
  })
  .transform(maskCardSecrets);

const MAX_SENT_CHARACTERS = 4_000;

/** As the browser sends it; the action keeps only what the list understands, and checks its length. */
export const ViewQuery = z.string().max(MAX_SENT_CHARACTERS);

export const ViewVersion = z.int().positive();
