"use server";

import { changeRoleOperation } from "@/lib/approvals/operations/change-role";
import { defineAction } from "./define-action";

export const changeRole = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  ...changeRoleOperation,
});
