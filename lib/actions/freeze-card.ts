"use server";

import { freezeCardOperation } from "@/lib/card-index/freeze-card";
import { defineAction } from "./define-action";

export const freezeCard = defineAction({
  permission: "cards.freeze",
  confirmation: "none",
  ...freezeCardOperation,
});
