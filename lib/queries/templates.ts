import "server-only";
import { z } from "zod";
import { listTemplates } from "@/lib/db/card-templates";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

export const getTemplates = defineQuery({
  name: "the card templates",
  permission: "cards.create",
  input: z.object({}),
  run: async () => success({ templates: await listTemplates() }),
});
