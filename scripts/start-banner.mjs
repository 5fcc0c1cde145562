const DEMO_PEOPLE = ["admin", "manager", "support", "finance", "auditor"];
const DEMO_PASSWORD = "cardwell-demo";

/** @typedef {import("./settings.mjs").Settings} Settings */

/** @param {Settings} settings */
export function demoBanner(settings) {
  return block("Cardwell is running on its sandbox issuer: nothing here reaches a real card.", [
    ["Dashboard", `http://localhost:${settings.port}`],
    ["Card API", `http://localhost:${settings.sandboxPort}/docs`],
    [],
    ...DEMO_PEOPLE.map((name, index) => [index === 0 ? "Sign in as" : "", `${name}@cardwell.test`]),
    ["Password", DEMO_PASSWORD],
  ]);
}

/** @param {Settings} settings */
export function liveBanner(settings) {
  return block("Cardwell is running on a live issuer.", [
    ["Dashboard", `http://localhost:${settings.port}`],
    ["Issuer", settings.liveIssuerUrl ?? ""],
  ]);
}

/** @param {Settings} settings */
export function sandboxBanner(settings) {
  const address = `http://localhost:${settings.sandboxPort}`;
  return block("The sandbox issuer is running.", [
    ["Base URL", `${address}/api/v1`],
    ["API key", `${settings.sandboxApiKey}   (header x-payments-api-key)`],
    ["Docs", `${address}/docs`],
    ["OpenAPI", `${address}/openapi.json`],
  ]);
}

/**
 * @param {string} title
 * @param {string[][]} rows
 */
function block(title, rows) {
  const lines = rows.map(([label = "", value = ""]) => `${label.padEnd(12)}${value}`.trimEnd());
  return ["", title, "", ...lines, "", "Ctrl-C stops it.", ""]
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}
