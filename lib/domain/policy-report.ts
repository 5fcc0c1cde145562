import { z } from "zod";

/** What a browser blocked because of our content security policy, without anything personal. */
export type PolicyReport = { directive: string; blocked: string; page: string };

/** The two formats that browsers send: `report-uri` one report, `report-to` a list. */
const Legacy = z.object({
  "csp-report": z.object({
    "document-uri": z.string(),
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
    "blocked-uri": z.string().optional(),
  }),
});
const Modern = z.object({
  type: z.literal("csp-violation"),
  body: z.object({
    documentURL: z.string(),
    effectiveDirective: z.string(),
    blockedURL: z.string().nullish(),
  }),
});
const Report = z.union([
  Legacy.transform(({ "csp-report": report }) => ({
    document: report["document-uri"],
    directive: report["effective-directive"] ?? report["violated-directive"] ?? "",
    blocked: report["blocked-uri"] ?? "",
  })),
  Modern.transform(({ body }) => ({
    document: body.documentURL,
    directive: body.effectiveDirective,
    blocked: body.blockedURL ?? "",
  })),
]);

const MAX_REPORTS = 20;
const MAX_CHARACTERS = 120;

/**
 * Reads the body of a report. Leaves out everything about pages that are not ours, and all of a URL that may be
 * personal: query, fragment, credentials, and IDs in the path (`shortenPath`).
 */
export function readPolicyReports(
  text: string,
  ownHosts: readonly string[],
  shortenPath: (path: string) => string,
): PolicyReport[] {
  const parsed = parseJson(text);
  const items = Array.isArray(parsed) ? parsed.slice(0, MAX_REPORTS) : [parsed];
  return items.flatMap((item) => {
    const { data: report } = Report.safeParse(item);
    const page = report && URL.canParse(report.document) ? new URL(report.document) : null;
    if (!report || !page || !ownHosts.includes(page.host)) return [];
    return {
      directive: /^[a-z-]{1,40}/.exec(report.directive)?.[0] ?? "unknown",
      blocked: describeBlocked(report.blocked, ownHosts, shortenPath).slice(0, MAX_CHARACTERS),
      page: shortenPath(page.pathname).slice(0, MAX_CHARACTERS),
    };
  });
}

/** A word such as `inline`, a path of ours, another site's origin, or a scheme. */
function describeBlocked(
  text: string,
  ownHosts: readonly string[],
  shortenPath: (path: string) => string,
): string {
  if (/^[a-z-]{1,40}$/.test(text)) return text;
  if (!URL.canParse(text)) return "unknown";
  const url = new URL(text);
  if (!/^(https?|wss?):$/.test(url.protocol)) return url.protocol;
  return ownHosts.includes(url.host) ? shortenPath(url.pathname) : `${url.protocol}//${url.host}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
