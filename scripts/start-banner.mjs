const DEMO_PEOPLE = ["admin", "manager", "support", "finance", "auditor"];
const DEMO_PASSWORD = "cardwell-demo";

/** @typedef {import("./settings.ts").Settings} Settings */

/** @param {Settings} settings */
export function demoBanner(settings) {
  return block("Cardwell is running with the sandbox issuer. No real cards are involved.", [
    ["Dashboard", settings.dashboardUrl],
    ["API docs", `${settings.sandboxUrl}/docs`],
    ["Listens on", settings.listensOn],
    [],
    ...DEMO_PEOPLE.map((name, index) => [index === 0 ? "Sign in as" : "", `${name}@cardwell.test`]),
    ["Password", DEMO_PASSWORD],
  ]);
}

/**
 * @param {Settings} settings
 * @param {unknown} reachability the issuer's state in /api/health/ready
 */
export function liveBanner(settings, reachability) {
  const hint = "  (not responding as the card API: check CARD_API_URL and CARD_API_KEY)";
  return block("Cardwell is running with a live issuer.", [
    ["Dashboard", settings.dashboardUrl],
    ["Listens on", settings.listensOn],
    ["Issuer", `${settings.liveIssuerUrl}${reachability === "unreachable" ? hint : ""}`],
  ]);
}

/** @param {Settings} settings */
export function sandboxBanner(settings) {
  const address = settings.sandboxUrl;
  return block("The sandbox issuer is running.", [
    ["Base URL", `${address}/api/v1`],
    ["API key", `${settings.sandboxApiKey}   (header x-payments-api-key)`],
    ["Page", address],
    ["Docs", `${address}/docs`],
    ["OpenAPI", `${address}/openapi.json`],
    ["Listens on", settings.listensOn],
  ]);
}

/**
 * @param {string} title
 * @param {string[][]} rows
 */
function block(title, rows) {
  const lines = rows.map(([label = "", value = ""]) => `${label.padEnd(12)}${value}`.trimEnd());
  return ["", title, "", ...lines, "", "Press Ctrl-C to stop.", ""]
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}
