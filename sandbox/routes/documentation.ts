import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { openApiDocument } from "@/sandbox/openapi";
import { storyJsonSchema } from "@/sandbox/stories/json-schema";

const ASSETS: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card Issuing Merchant API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#docs", deepLinking: true, persistAuthorization: true })</script>
</body>
</html>`;

/** Serves the OpenAPI document and a Swagger UI page. */
export function documentationRoutes() {
  const routes = new Hono({ strict: false });
  const folder = findAssets();

  routes.get("/openapi.json", (context) => context.json(openApiDocument()));
  routes.get("/story.schema.json", (context) => context.json(storyJsonSchema()));
  routes.get("/docs", (context) => context.html(PAGE));
  routes.get("/docs/:asset", async (context) => {
    const asset = context.req.param("asset");
    const type = Object.hasOwn(ASSETS, asset) ? ASSETS[asset] : undefined;
    if (!type) return context.notFound();
    return context.body(await readFile(join(folder, asset)), 200, { "content-type": type });
  });

  return routes;
}

/** The sandbox's own package has them next to its code. */
function findAssets(): string {
  const own = fileURLToPath(new URL("swagger-ui", import.meta.url));
  return existsSync(own)
    ? own
    : dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
}
