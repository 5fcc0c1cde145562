import { z } from "zod";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineView } from "./define-view";
import { idField } from "./view-fields";

/** What a new card starts from: a draft, a customer, a template card or a design. */
export const newCardView = defineView({
  draft: z
    .string()
    .optional()
    .transform((text): string | null => OwnId.safeParse(text).data ?? null),
  customer: idField(255),
  like: idField(),
  design: idField(255),
});
