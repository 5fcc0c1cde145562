"use server";

import { createCardOperation } from "@/lib/approvals/operations/create-card";
import { defineAction } from "./define-action";

/** A card can't be removed once it is issued. */
export const createCard = defineAction({
  permission: "cards.create",
  confirmation: "recent",
  ...createCardOperation,
});
