import { createServer as createHttpServer, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { ApiError } from "@/lib/contract/error";

/** The application behind a port. A request too malformed to reach it is refused in the same shape. */
export function createServer(app: { fetch: Parameters<typeof getRequestListener>[0] }): Server {
  return createHttpServer(getRequestListener(app.fetch, { errorHandler }));
}

function errorHandler(error: unknown): Response {
  const [code, message] =
    error instanceof RequestError
      ? [400, "The request's path or host is malformed"]
      : [500, "Internal error"];
  return Response.json({ code, message, status: "failed" } satisfies ApiError, { status: code });
}
