import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Loads the checkout's .env files into this process like Next.js does: existing environment variables win.
 * All scripts with settings use this, so that tasks and the start use the same settings.
 * @param {string} root
 * @param {{ isDev?: boolean }} [options]
 */
export function loadEnvFiles(root, { isDev = false } = {}) {
  const requireFromNext = createRequire(join(root, "node_modules/next/package.json"));
  requireFromNext("@next/env").loadEnvConfig(root, isDev, { info: () => {}, error: console.error });
}
