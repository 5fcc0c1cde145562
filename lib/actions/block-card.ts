"use server";

import { blockCardOperation } from "@/lib/approvals/operations/block-card";
import { cardCheck } from "@/lib/card-index/card-check";
import { defineAction } from "./define-action";

/** Permanent: a card can't be unblocked. */
export const blockCard = defineAction({
  permission: "cards.block",
  confirmation: "recent",
  targetCheck: cardCheck,
  ...blockCardOperation,
});
