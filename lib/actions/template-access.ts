import "server-only";
import type pg from "pg";
import { findTemplate, lockTemplates, type StoredTemplate } from "@/lib/db/card-templates";
import type { TemplateContent } from "@/lib/domain/cards/card-template";
import { type AppError, type ErrorCode, failure, type Result, success } from "@/lib/domain/result";

type Request = { requestId: string };

export function templateError(code: ErrorCode, message: string, { requestId }: Request): AppError {
  return { code, message, requestId, retry: "never" };
}

type Change = { templateId: string; version: number };

/** As the person saw it. Until the transaction ends, nobody else changes a template. */
export async function findTemplateToChange(
  client: pg.PoolClient,
  { templateId, version }: Change,
  personId: string,
  request: Request,
): Promise<Result<StoredTemplate>> {
  await lockTemplates(client);
  const template = await findTemplate(client, templateId);
  if (!template) return failure(templateError("not-found", "This template was deleted.", request));
  if (template.version !== version)
    return failure(templateError("conflict", staleText(template, personId), request));
  return success(template);
}

function staleText({ changedById, changedByName }: StoredTemplate, personId: string): string {
  const who =
    changedById === personId
      ? "You changed this template in another tab"
      : `${changedByName} changed this template`;
  return `${who} after you opened it, so nothing was saved. Check the template and try again.`;
}

/** For the audit log. */
export function describeTemplate({ name, ...template }: TemplateContent & { name: string }) {
  const { customerType, cardType, cardDesign, spendLimit, expiryMonths } = template;
  return { name, customerType, cardType, cardDesign, spendLimit, expiryMonths };
}
