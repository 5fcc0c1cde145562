import { z } from "zod";
import { defineView } from "./define-view";
import { idField } from "./view-fields";

const DraftId = z.uuid();

/** Where a new card starts: a draft that is kept, a customer, a card that it should be like, a design. */
export const newCardView = defineView({
  draft: z
    .string()
    .optional()
    .transform((text): string | null => (DraftId.safeParse(text).success ? (text ?? null) : null)),
  customer: idField(255),
  like: idField(),
  design: idField(255),
});
