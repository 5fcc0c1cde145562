import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { API_KEY_HEADER, API_PREFIX, ENDPOINTS } from "@/lib/contract/endpoints";
import { authorizationRoutes } from "./control/authorizations";
import { disagreementRoutes } from "./control/disagreements";
import { FaultRequest, Faults, faultMiddleware } from "./control/faults";
import { webhookRoutes } from "./control/webhooks";
import { worldRoutes } from "./control/world";
import { errorResponse, HttpError, parse, readJson } from "./http/http-error";
import { cardDesignRoutes } from "./routes/card-designs";
import { cardRoutes } from "./routes/cards";
import { documentationRoutes } from "./routes/documentation";
import { downloadRoutes } from "./routes/downloads";
import { fileRoutes } from "./routes/files";
import { transactionRoutes } from "./routes/transactions";
import type { Sandbox } from "./sandbox";

const BODY_LIMIT_BYTES = 1_048_576;

/** The whole issuer as a Hono app; it doesn't need a port. */
export function createApp(sandbox: Sandbox) {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>({ strict: false });
  const faults = new Faults();

  app.onError((error, context) => {
    if (error instanceof HttpError) return errorResponse(context, error);
    console.error("Request failed:", error);
    return errorResponse(context, new HttpError(500, "Internal error"));
  });
  app.notFound((context) => errorResponse(context, new HttpError(404, "Not found: no such path")));

  app.route("/", documentationRoutes());
  app.use("/downloads/*", faultMiddleware(faults));
  app.route("/downloads", downloadRoutes(sandbox));

  app.use(requireApiKey(sandbox.config.apiKey));
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: (context) => {
        context.header("connection", "close");
        return errorResponse(context, new HttpError(400, "body: must be at most 1 MiB"));
      },
    }),
  );

  app.route("/sandbox", worldRoutes(sandbox, faults));
  app.route("/sandbox", authorizationRoutes(sandbox));
  app.route("/sandbox", webhookRoutes(sandbox));
  app.route("/sandbox", disagreementRoutes(sandbox));
  app.post("/sandbox/faults", async (context) =>
    context.json(faults.add(parse(FaultRequest, await readJson(context))), 201),
  );
  app.get("/sandbox/faults", (context) => context.json({ faults: faults.list() }));
  app.delete("/sandbox/faults", (context) => context.json({ cleared: faults.clear() }));

  app.use(`${API_PREFIX}/*`, (context, next) => {
    // Clients that compare clocks must see the sandbox's clock, which also dates its records.
    context.header("date", sandbox.clock.now().toUTCString());
    return next();
  });
  app.use(`${API_PREFIX}/*`, faultMiddleware(faults));
  app.route(`${API_PREFIX}/cards`, cardRoutes(sandbox));
  app.route(`${API_PREFIX}/transactions`, transactionRoutes(sandbox));
  app.route(`${API_PREFIX}/card-design`, cardDesignRoutes(sandbox));
  app.route(`${API_PREFIX}/files`, fileRoutes(sandbox));
  rejectOtherMethods(app);

  return app;
}

function requireApiKey(apiKey: string): MiddlewareHandler {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(apiKey);
  return async (context, next) => {
    if (!timingSafeEqual(digest(context.req.header(API_KEY_HEADER) ?? ""), expected)) {
      return errorResponse(
        context,
        new HttpError(401, `The header ${API_KEY_HEADER} must contain a valid API key`),
      );
    }
    return next();
  };
}

function rejectOtherMethods(app: Hono<{ Bindings: Partial<HttpBindings> }>): void {
  for (const [path, methods] of methodsByPath()) {
    const pattern = path.replace(/\/$/, "").replaceAll(/\{(\w+)\}/g, ":$1");
    app.all(`${API_PREFIX}${pattern}`, (context) => {
      context.header("allow", methods.join(", "));
      return errorResponse(context, new HttpError(405, `Method not allowed: use ${methods.join(" or ")}`));
    });
  }
}

function methodsByPath(): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { path, method } of Object.values(ENDPOINTS)) {
    paths.set(path, [...(paths.get(path) ?? []), method]);
  }
  return paths;
}
