/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Both load files beside their own code at run time (PGlite its WebAssembly): a bundler must not move them.
  serverExternalPackages: ["@electric-sql/pglite", "pg", "pg-boss", "pino", "@node-rs/argon2"],
  devIndicators: false,
  experimental: { authInterrupts: true },
  headers: async () => [
    { source: "/_next/static/:path*", headers: [{ key: "x-content-type-options", value: "nosniff" }] },
  ],
  // The test run checks the types of the whole repository, this folder's neighbours and tests included;
  // a start must not fail, or wait, for one of those.
  typescript: { ignoreBuildErrors: true },
};

export default config;
