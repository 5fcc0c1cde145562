import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Maps a design's ID to the program's own image, `public/designs/<id>.(svg|png|webp)`. Fixed at build time. */
function designArt() {
  const files = readdirSync(join(import.meta.dirname, "public/designs"));
  const art = files.map((name) => /^(.+)\.(?:svg|png|webp)$/.exec(name)).filter((match) => match !== null);
  return Object.fromEntries(art.map(([name, id]) => [id, `/designs/${encodeURIComponent(name)}`]));
}

/** @type {import("next").NextConfig} */
const config = {
  // scripts/build.mjs derives the ID from the sources; Next's default is random.
  generateBuildId: () => process.env.CARDWELL_BUILD_ID || null,
  // Only for the build, for scripts/package.mjs: `next start` would warn that it isn't meant for this output.
  ...(process.env.CARDWELL_BUILD_ID && { output: "standalone" }),
  env: {
    DESIGN_ART: JSON.stringify(designArt()),
    CARDWELL_VERSION: JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8")).version,
    CARDWELL_BUILD: process.env.CARDWELL_BUILD_ID || "development",
  },
  poweredByHeader: false,
  reactStrictMode: true,
  // These packages load files next to their own code at run time (PGlite loads WebAssembly), so they can't be bundled.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "pg",
    "pg-boss",
    "pino",
    "pino-pretty",
    "@node-rs/argon2",
    "prom-client",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/sdk-trace",
  ],
  // Nothing uses Next's image optimization, and its library is larger than the whole dashboard.
  images: { unoptimized: true },
  devIndicators: false,
  // In development, Next logs every request; lib/logging/request-log.ts logs the relevant ones.
  logging: { incomingRequests: false },
  experimental: {
    authInterrupts: true,
    // Because of proxy.ts, Next buffers each request body. The limit is the same as for server actions.
    proxyClientMaxBodySize: "1mb",
    // Fewer and larger scripts compress better. From about 100,000 on, the same code is repeated in several of them.
    turbopackChunking: { minChunkSize: 80_000 },
    // A page loads its code at its first request: loading the code of all pages at the start delays the first one.
    preloadEntriesOnStart: false,
  },
  // Applies to every browser: a streamed title could arrive after the page is already visible. Our titles never take
  // longer than their page, so this delays nothing.
  htmlLimitedBots: /.*/,
  // For the paths that proxy.ts doesn't handle.
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
  ],
  // `npm test` checks the types of the whole repository, including tests; a start must neither wait for that nor fail
  // because of it.
  typescript: { ignoreBuildErrors: true },
};

export default config;
