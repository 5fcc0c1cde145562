"use server";

import { createCardOperation } from "@/lib/approvals/operations/create-card";
import { defineAction } from "./define-action";

export const createCard = defineAction({
  permission: "cards.create",
  confirmation: "none",
  ...createCardOperation,
});
