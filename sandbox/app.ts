import type { Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { API_KEY_HEADER, API_PREFIX, ENDPOINTS } from "@/lib/contract/endpoints";
import { DEMO_API_KEY } from "@/lib/domain/settings/sandbox-defaults";
import { authorizationRoutes } from "./control/authorizations";
import { disagreementRoutes } from "./control/disagreements";
import { faultMiddleware, faultRoutes } from "./control/faults";
import { overviewRoutes } from "./control/overview";
import { recordingRoutes } from "./control/recording";
import { requestRoutes } from "./control/requests";
import { storyRoutes } from "./control/stories";
import { webhookRoutes } from "./control/webhooks";
import { worldRoutes } from "./control/world";
import { worldsRoutes } from "./control/worlds";
import { createRoutes, type WorldEnv } from "./http/env";
import { errorResponse, HttpError } from "./http/http-error";
import { logRequests, noteBody } from "./http/log-requests";
import { pageRoutes } from "./page/page-routes";
import { cardDesignRoutes } from "./routes/card-designs";
import { cardRoutes } from "./routes/cards";
import { documentationRoutes } from "./routes/documentation";
import { downloadRoutes, downloadWorld } from "./routes/downloads";
import { fileRoutes } from "./routes/files";
import { transactionRoutes } from "./routes/transactions";
import type { Worlds } from "./worlds/worlds";

const BODY_LIMIT_BYTES = 1_048_576;

/** The whole issuer as a Hono app; it doesn't need a port. */
export function createApp(worlds: Worlds) {
  const app = createRoutes();

  app.onError((error, context) => {
    if (error instanceof HttpError) return errorResponse(context, error);
    console.error("Request failed:", error);
    return errorResponse(context, new HttpError(500, "Internal error"));
  });
  app.notFound((context) => errorResponse(context, new HttpError(404, "Not found: no such path")));

  app.route("/", pageRoutes(worlds.config.apiKey === DEMO_API_KEY ? DEMO_API_KEY : null));
  app.route("/", documentationRoutes());
  app.use("/downloads/*", downloadWorld(worlds), logRequests(), faultMiddleware());
  app.route("/downloads", downloadRoutes());

  app.get("/sandbox/health", (context, next) => {
    if (context.req.header(API_KEY_HEADER) !== undefined) return next();
    return context.json({ status: "ready" });
  });
  app.use(requireApiKey(worlds));
  app.use(logRequests());
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: (context) => {
        context.header("connection", "close");
        return errorResponse(context, new HttpError(400, "body: must be at most 1 MiB"));
      },
    }),
  );
  app.use(noteBody());

  app.route("/sandbox", worldRoutes(worlds));
  app.route("/sandbox", worldsRoutes(worlds));
  app.route("/sandbox", authorizationRoutes());
  app.route("/sandbox", webhookRoutes());
  app.route("/sandbox", disagreementRoutes());
  app.route("/sandbox", faultRoutes());
  app.route("/sandbox", requestRoutes());
  app.route("/sandbox", overviewRoutes(worlds));
  app.route("/sandbox", storyRoutes(worlds));
  app.route("/sandbox", recordingRoutes());

  app.use(`${API_PREFIX}/*`, (context, next) => {
    // Clients that compare clocks must see the sandbox's clock, which also dates its records.
    context.header("date", context.var.world.clock.now().toUTCString());
    return next();
  });
  app.use(`${API_PREFIX}/*`, faultMiddleware());
  app.route(`${API_PREFIX}/cards`, cardRoutes());
  app.route(`${API_PREFIX}/transactions`, transactionRoutes());
  app.route(`${API_PREFIX}/card-design`, cardDesignRoutes());
  app.route(`${API_PREFIX}/files`, fileRoutes());
  rejectOtherMethods(app);

  return app;
}

/** The key decides which world answers. */
function requireApiKey(worlds: Worlds): MiddlewareHandler<WorldEnv> {
  return async (context, next) => {
    const world = await worlds.findByKey(context.req.header(API_KEY_HEADER) ?? "");
    if (!world)
      return errorResponse(
        context,
        new HttpError(401, `The header ${API_KEY_HEADER} must contain a valid API key`),
      );
    context.set("world", world);
    return next();
  };
}

function rejectOtherMethods(app: Hono<WorldEnv>): void {
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
