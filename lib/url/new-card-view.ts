import { z } from "zod";
import { OwnId } from "@/lib/domain/own-id";
import { defineView } from "./define-view";
import { idField } from "./view-fields";

/** Where a new card starts: a draft that is kept, a customer, a card that it should be like, a design. */
export const newCardView = defineView({
  draft: z
    .string()
    .optional()
    .transform((text): string | null => OwnId.safeParse(text).data ?? null),
  customer: idField(255),
  like: idField(),
  design: idField(255),
});
