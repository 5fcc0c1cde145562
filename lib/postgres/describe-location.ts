import { resolve } from "node:path";
import type { DatabaseLocation } from "./database";

/** For messages: contains neither user nor password. */
export function describeLocation(location: DatabaseLocation): string {
  if ("folder" in location) return resolve(location.folder);
  const url = new URL(location.url);
  const host = url.searchParams.get("host") ?? (url.host || "this machine");
  return `${decodeURIComponent(url.pathname.slice(1)) || "the default database"} on ${host}`;
}
