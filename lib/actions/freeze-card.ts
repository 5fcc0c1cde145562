"use server";

import { cardCheck } from "@/lib/card-index/card-check";
import { freezeCardOperation } from "@/lib/card-index/freeze-card";
import { defineAction } from "./define-action";

export const freezeCard = defineAction({
  permission: "cards.freeze",
  confirmation: "none",
  targetCheck: cardCheck,
  ...freezeCardOperation,
});
