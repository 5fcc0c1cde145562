import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

const TWO_YEARS_SECONDS = 63_072_000;

/** On every response of this process, static files and errors included, if people open the dashboard with https. */
export function requireHttps(publicUrl: URL): void {
  if (publicUrl.protocol !== "https:") return;
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    response.setHeader("strict-transport-security", `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`);
  });
}
