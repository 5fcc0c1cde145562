import { createRequire } from "node:module";
import { currentContext } from "./machines";

/** Replaces Next's request, which exists only in a running server, with the one that the machine handles. */
export function replaceNextRequest(): void {
  const nextHeaders = createRequire(import.meta.url)("next/headers");
  const cookie = () => currentContext()?.request?.cookie ?? null;
  Object.assign(nextHeaders, {
    headers: async () => new Headers({ "user-agent": "a simulated browser" }),
    cookies: async () => ({
      get: () => (cookie() === null ? undefined : { value: cookie() }),
      set: () => undefined,
      delete: () => undefined,
    }),
  });
}
