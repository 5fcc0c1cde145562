"use server";

import { z } from "zod";
import { findNameProblem, updateTemplate } from "@/lib/db/card-templates";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";
import { findTemplateToChange, templateError } from "./template-access";
import { TemplateName, TemplateVersion } from "./template-input";

export const renameTemplate = defineAction({
  permission: "cards.create",
  confirmation: "none",
  input: z.object({ templateId: OwnId, version: TemplateVersion, name: TemplateName }),
  action: "template.rename",
  target: ({ templateId }) => templateId,
  run: ({ input: { templateId, version, name }, actor, request, trace, commit }) =>
    commit(async (client) => {
      const found = await findTemplateToChange(client, { templateId, version }, actor.id, request);
      if (!found.ok) return found;
      const problem = await findNameProblem(client, name, templateId);
      if (problem) return failure(templateError("refused", problem, request));
      const { name: formerName, ...content } = found.data;
      const newVersion = await updateTemplate(client, { id: templateId, personId: actor.id, name, content });
      trace.before = { name: formerName };
      trace.after = { name };
      return success({ name, version: newVersion });
    }),
  topics: () => ["templates"],
});
