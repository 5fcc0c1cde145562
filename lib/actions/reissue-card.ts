"use server";

import { reissueCardOperation } from "@/lib/approvals/operations/reissue-card";
import { defineAction } from "./define-action";

export const reissueCard = defineAction({
  permission: "cards.reissue",
  confirmation: "recent",
  ...reissueCardOperation,
});
