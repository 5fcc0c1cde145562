import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { type ApiError, describeIssues, NOT_FOUND_CODE } from "@/lib/contract/error";

/** An answer that is not a success. Thrown anywhere below a route; the app turns it into the error body. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: ContentfulStatusCode;
  readonly code: number;

  constructor(status: ContentfulStatusCode, message: string, code: number = status) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function cardNotFound(): Refusal {
  return new Refusal(404, "Card not found", NOT_FOUND_CODE);
}

export function refuse(context: Context, { status, code, message }: Refusal): Response {
  return context.json({ code, message, status: "failed" } satisfies ApiError, status);
}

/** Parses what a caller sent, or refuses it with the path of each wrong field. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  root?: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new Refusal(400, describeIssues(parsed.error, root));
  return parsed.data;
}

/** The body as JSON. An empty one is an empty object, so that a missing field is named and not the syntax. */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text().catch(() => {
    throw new Refusal(400, "body: was cut off");
  });
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "body: must be valid JSON");
  }
}
