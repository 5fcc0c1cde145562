"use server";

import { z } from "zod";
import { removeTemplate } from "@/lib/db/card-templates";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";
import { describeTemplate, findTemplateToChange } from "./template-access";
import { TemplateVersion } from "./template-input";

/** Cards that were issued from it stay as they are. */
export const deleteTemplate = defineAction({
  permission: "cards.create",
  confirmation: "none",
  input: z.object({ templateId: OwnId, version: TemplateVersion }),
  action: "template.delete",
  target: ({ templateId }) => templateId,
  run: ({ input, actor, request, trace, commit }) =>
    commit(async (client) => {
      const found = await findTemplateToChange(client, input, actor.id, request);
      if (!found.ok) return found;
      await removeTemplate(client, input.templateId);
      trace.before = describeTemplate(found.data);
      return success({ name: found.data.name });
    }),
  topics: () => ["templates"],
});
