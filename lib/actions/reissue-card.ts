"use server";

import { reissueCardOperation } from "@/lib/approvals/operations/reissue-card";
import { cardCheck } from "@/lib/card-index/card-check";
import { defineAction } from "./define-action";

export const reissueCard = defineAction({
  permission: "cards.reissue",
  confirmation: "recent",
  targetCheck: cardCheck,
  ...reissueCardOperation,
});
