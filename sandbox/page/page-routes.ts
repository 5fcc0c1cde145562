import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRoutes } from "@/sandbox/http/env";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

const TYPES = {
  "page.css": "text/css; charset=utf-8",
  "page.mjs": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;

/** The page about this sandbox at `/`. It is public, so it has no key but the one that everybody knows. */
export function pageRoutes(publicKey: string | null) {
  const routes = createRoutes();
  const folder = findFolder();

  routes.get("/", async (context) => {
    const html = await readFile(join(folder, "page.html"), "utf8");
    const page = html.replace('data-key=""', () => `data-key="${publicKey ?? ""}"`);
    return context.html(page, 200, { ...HEADERS, "content-security-policy": POLICY });
  });
  for (const [name, type] of Object.entries(TYPES))
    routes.get(`/page/${name}`, async (context) =>
      context.body(await readFile(join(folder, name)), 200, { ...HEADERS, "content-type": type }),
    );

  return routes;
}

/** The sandbox's own package has the files in a folder next to its code. */
function findFolder(): string {
  const own = fileURLToPath(new URL("page", import.meta.url));
  return existsSync(own) ? own : fileURLToPath(new URL(".", import.meta.url));
}
