"use server";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  findLimitProblem,
  findNameProblem,
  insertTemplate,
  lockTemplates,
  updateTemplate,
} from "@/lib/db/card-templates";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";
import { describeTemplate, findTemplateToChange, templateError } from "./template-access";
import { TemplateInput, TemplateName, TemplateVersion } from "./template-input";

/** Replaces a template only if the person has seen which one, in its newest version. */
export const saveTemplate = defineAction({
  permission: "cards.create",
  confirmation: "none",
  input: z.object({
    name: TemplateName,
    content: TemplateInput,
    replaces: z.object({ templateId: OwnId, version: TemplateVersion }).nullable(),
  }),
  action: "template.save",
  actionOf: ({ replaces }) => (replaces ? "template.replace" : "template.save"),
  target: ({ replaces }) => replaces?.templateId ?? null,
  run: ({ input: { name, content, replaces }, actor, request, trace, commit }) =>
    commit(async (client) => {
      await lockTemplates(client);
      if (replaces) {
        const found = await findTemplateToChange(client, replaces, actor.id, request);
        if (!found.ok) return found;
        trace.before = describeTemplate(found.data);
      }
      const problem =
        (await findNameProblem(client, name, replaces?.templateId)) ??
        (replaces ? null : await findLimitProblem(client));
      if (problem) return failure(templateError("refused", problem, request));
      const id = replaces?.templateId ?? randomUUID();
      const template = { id, personId: actor.id, name, content };
      if (replaces) await updateTemplate(client, template);
      else await insertTemplate(client, template);
      trace.target = id;
      trace.after = describeTemplate({ name, ...content });
      return success({ id, name });
    }),
  topics: () => ["templates"],
});
