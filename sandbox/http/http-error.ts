import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { type ApiError, describeIssues, NOT_FOUND_CODE } from "@/lib/contract/error";

/** Thrown by any route; the app turns it into the API's error body. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: ContentfulStatusCode;
  readonly code: number;

  constructor(status: ContentfulStatusCode, message: string, code: number = status) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function cardNotFound(): HttpError {
  return new HttpError(404, "Card not found", NOT_FOUND_CODE);
}

export function errorResponse(context: Context, { status, code, message }: HttpError): Response {
  return context.json({ code, message, status: "failed" } satisfies ApiError, status);
}

/** Throws a 400 that names the path of each invalid field. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  root?: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new HttpError(400, describeIssues(parsed.error, root));
  return parsed.data;
}

/** An empty body counts as an empty object, so that the error names the missing fields. */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text().catch(() => {
    throw new HttpError(400, "body: was cut off");
  });
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "body: must be valid JSON");
  }
}
