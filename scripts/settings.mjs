import { resolve } from "node:path";
import { Refusal } from "./refusal.mjs";

/**
 * @typedef {object} Settings
 * @property {number} port
 * @property {number} sandboxPort
 * @property {string} sandboxApiKey
 * @property {string} dataDir absolute
 * @property {string | null} liveIssuerUrl null when the sandbox is the issuer
 */

/**
 * What the launcher itself needs to know; each program reads and checks the rest of its own settings.
 * @param {Record<string, string | undefined>} env
 * @param {string} root relative folders start here
 * @returns {Settings}
 */
export function readSettings(env, root) {
  const settings = {
    port: readPort(env, "PORT", 3000),
    sandboxPort: readPort(env, "SANDBOX_PORT", 4010),
    sandboxApiKey: env.SANDBOX_API_KEY || "sk_sandbox_cardwell",
    dataDir: resolve(root, env.DATA_DIR || ".data"),
    liveIssuerUrl: readLiveIssuerUrl(env),
  };
  if (settings.liveIssuerUrl === null && settings.port === settings.sandboxPort) {
    throw new Refusal(`The settings PORT and SANDBOX_PORT must differ, not both be ${settings.port}.`);
  }
  return settings;
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string} name
 * @param {number} fallback
 */
function readPort(env, name, fallback) {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new Refusal(
      `The setting ${name} must be a whole number from 1 to 65535, not ${JSON.stringify(text)}.`,
    );
  }
  return port;
}

/** @param {Record<string, string | undefined>} env */
function readLiveIssuerUrl(env) {
  const { CARD_API_URL: url, CARD_API_KEY: key } = env;
  if (!url && !key) return null;
  if (!url) throw new Refusal("The setting CARD_API_URL must be set when CARD_API_KEY is set.");
  if (!key) throw new Refusal("The setting CARD_API_KEY must be set when CARD_API_URL is set.");
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) {
    throw new Refusal(
      `The setting CARD_API_URL must be an http or https address, not ${JSON.stringify(url)}.`,
    );
  }
  return url;
}
