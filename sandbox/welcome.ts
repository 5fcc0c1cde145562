import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { worldKeys } from "./worlds/world-keys";

/** What to do next, for someone who started it in a terminal. */
export function welcome({ url, key, folder }: { url: string; key: string; folder: string | null }): string {
  const kept = folder === null ? "in memory; they end with this process" : folder;
  return `
  API     ${url}${API_PREFIX}/
  Key     ${key}   (header ${API_KEY_HEADER})
  Page    ${url}/   (what comes in, and a command for each call)
  Docs    ${url}/docs
  Worlds  ${kept}

List the cards of the demo program:

  curl -H '${API_KEY_HEADER}: ${key}' ${url}${API_PREFIX}/cards/

Any other key that starts the same way, such as ${worldKeys(key).keyOf("my-team")}, is a world of its own.
Press Ctrl-C to stop.
`;
}
