import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Reads the checkout's .env files into this process, just as Next.js does: what the environment already says wins.
 * Everything that runs with settings goes through here, so that a task talks to what the start talks to.
 * @param {string} root
 * @param {{ isDev?: boolean }} [options]
 */
export function loadEnvFiles(root, { isDev = false } = {}) {
  const requireFromNext = createRequire(join(root, "node_modules/next/package.json"));
  requireFromNext("@next/env").loadEnvConfig(root, isDev, { info: () => {}, error: console.error });
}
