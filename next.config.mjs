import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A program's own art, `public/designs/<id>.(svg|png|webp)`: the server and the browser know it from the build. */
function designArt() {
  const files = readdirSync(join(import.meta.dirname, "public/designs"));
  const art = files.map((name) => /^(.+)\.(?:svg|png|webp)$/.exec(name)).filter((match) => match !== null);
  return Object.fromEntries(art.map(([name, id]) => [id, `/designs/${encodeURIComponent(name)}`]));
}

/** @type {import("next").NextConfig} */
const config = {
  // scripts/build.mjs gives one that follows from the sources; Next's own is random.
  generateBuildId: () => process.env.CARDWELL_BUILD_ID || null,
  env: { DESIGN_ART: JSON.stringify(designArt()) },
  poweredByHeader: false,
  reactStrictMode: true,
  // Both load files beside their own code at run time (PGlite its WebAssembly): a bundler must not move them.
  serverExternalPackages: ["@electric-sql/pglite", "pg", "pg-boss", "pino", "pino-pretty", "@node-rs/argon2"],
  devIndicators: false,
  // In development Next prints a line for each request; lib/logging/request-log.ts prints those that matter.
  logging: { incomingRequests: false },
  // proxy.ts makes Next hold a copy of each request: no more of it than a server action may have.
  experimental: { authInterrupts: true, proxyClientMaxBodySize: "1mb" },
  // For every browser, not for "bots" alone: a title is in the page's head. Streamed, it may come after a page that can
  // be read already; and no title of ours waits for anything that its page does not wait for.
  htmlLimitedBots: /.*/,
  // What proxy.ts leaves alone.
  headers: async () => [
    ...["/_next/static/:path*", "/api/webhooks/:path*", "/api/auth/:path*"].map((source) => ({
      source,
      headers: [{ key: "x-content-type-options", value: "nosniff" }],
    })),
    {
      source: "/api/auth/:path*",
      headers: [
        {
          key: "content-security-policy",
          value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        },
        { key: "referrer-policy", value: "same-origin" },
        { key: "cross-origin-opener-policy", value: "same-origin" },
      ],
    },
    {
      source: "/api/auth/:path*",
      has: [{ type: "header", key: "x-forwarded-proto", value: "https" }],
      headers: [{ key: "strict-transport-security", value: "max-age=63072000; includeSubDomains" }],
    },
  ],
  // The test run checks the types of the whole repository, this folder's neighbours and tests included;
  // a start must not fail, or wait, for one of those.
  typescript: { ignoreBuildErrors: true },
};

export default config;
