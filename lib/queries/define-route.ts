import "server-only";
import type { z } from "zod";
import type { AppError, ErrorCode, Result } from "@/lib/domain/result";
import type { Query } from "./define-query";

export const STATUS_OF: Record<ErrorCode, number> = {
  "signed-out": 401,
  forbidden: 403,
  "confirm-identity": 403,
  invalid: 400,
  "not-found": 404,
  refused: 422,
  conflict: 409,
  throttled: 429,
  "in-progress": 409,
  "approval-required": 409,
  "issuer-unavailable": 503,
  "issuer-misconfigured": 502,
  "issuer-broken": 502,
  "unknown-outcome": 502,
  internal: 500,
};

type RouteContext = { params: Promise<Record<string, string>> };

/** The input is the query string and the path parameters. */
export function queryRoute<Input extends z.ZodType, Data>(query: Query<Input, Data>) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const parameters = {
      ...Object.fromEntries(new URL(request.url).searchParams),
      ...(await context.params),
    };
    return resultResponse(await query(parameters as z.input<Input>));
  };
}

export function resultResponse<Data>(result: Result<Data>): Response {
  if (!result.ok) return errorResponse(result.error);
  return Response.json(result.data, { headers: { "cache-control": "no-store" } });
}

export function errorResponse(error: AppError): Response {
  return Response.json(
    { error },
    { status: STATUS_OF[error.code], headers: { "cache-control": "no-store" } },
  );
}

/**
 * Next answers HEAD with the GET handler and nobody reads the body: an event stream or an export would stay open,
 * and a download would be recorded that never took place. Every GET route exports this as its HEAD.
 */
export function rejectHead(): Response {
  return new Response(null, { status: 405, headers: { allow: "GET", "cache-control": "no-store" } });
}
