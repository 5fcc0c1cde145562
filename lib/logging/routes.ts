/** Every page and route; a test compares them with the app folder. */
export const ROUTES = [
  "/",
  "/.well-known/security.txt",
  "/api/activity",
  "/api/approvals/waiting",
  "/api/audit/chain",
  "/api/audit/export",
  "/api/auth/[...nextauth]",
  "/api/bulk/[runId]/export",
  "/api/bulk/[runId]/rows",
  "/api/bulk/template",
  "/api/card-templates",
  "/api/cards/[cardId]/since-freeze",
  "/api/cards/[cardId]/status",
  "/api/cards/export",
  "/api/connection",
  "/api/customers/[externalCustomerId]/active-cards",
  "/api/customers/[externalCustomerId]/known-shipping",
  "/api/designs",
  "/api/events",
  "/api/health/live",
  "/api/health/ready",
  "/api/index-state",
  "/api/mail-previews/[kind]",
  "/api/notifications",
  "/api/people/[personId]/sessions",
  "/api/policy-reports",
  "/api/reconciliation/close-pack",
  "/api/reconciliation/exceptions/export",
  "/api/reconciliation/exceptions/fitting",
  "/api/reconciliation/exceptions/matching",
  "/api/reports/[reportId]/file",
  "/api/reports/[reportId]/rows",
  "/api/reports/archive",
  "/api/reports/captured",
  "/api/reports/totals",
  "/api/search",
  "/api/sign-out",
  "/api/transactions/export",
  "/api/transactions/merchants",
  "/api/transactions/totals",
  "/api/views/counts",
  "/api/webhooks/issuer",
  "/approvals",
  "/approvals/[requestId]",
  "/audit",
  "/bulk",
  "/bulk/[runId]",
  "/bulk/issue",
  "/cards",
  "/cards/[cardId]",
  "/cards/new",
  "/customers/[externalCustomerId]",
  "/designs",
  "/designs/[designId]",
  "/login",
  "/login/confirm",
  "/login/enroll",
  "/login/refused",
  "/metrics",
  "/reconciliation",
  "/reconciliation/[period]",
  "/reconciliation/columns",
  "/reconciliation/exceptions",
  "/reports",
  "/reports/[reportId]",
  "/reports/compare",
  "/reports/coverage",
  "/sandbox",
  "/sandbox/outbox",
  "/settings/alerts",
  "/settings/approvals",
  "/settings/connection",
  "/settings/profile",
  "/settings/security",
  "/settings/team",
  "/transactions",
  "/webhooks",
  "/welcome/[token]",
] as const;

export const STATIC_FILES = "/_next/[…]";
const PARAMETER = /\[[^\]]+\]/g;
const AUTH_PATH = /^\/api\/auth\/.*/;

/** The segments of our routes that are not parameters. */
export const ROUTE_SEGMENTS: ReadonlySet<string> = new Set([
  ...ROUTES.flatMap((route) => route.split("/")).filter((part) => part !== "" && !part.startsWith("[")),
  "_next",
  "static",
]);

const ROUTE_BY_PATH: ReadonlyMap<string, string> = new Map([
  ...ROUTES.map((route) => [route.replace(PARAMETER, "[…]"), route] as const),
  [STATIC_FILES, STATIC_FILES],
]);

/** Removes IDs, one-time tokens and filters, which must not be logged. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  const segments = path.split("/").map((part) => (part === "" || ROUTE_SEGMENTS.has(part) ? part : "[…]"));
  return segments.join("/").replace(/^\/_next\/.*/, STATIC_FILES);
}

/** Null for a path that no route serves: known segments can be combined without end. */
export function findRoute(path: string): string | null {
  return ROUTE_BY_PATH.get(path.replace(AUTH_PATH, "/api/auth/[…]")) ?? null;
}
