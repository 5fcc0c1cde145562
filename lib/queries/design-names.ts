import "server-only";
import type { CardDesign } from "@/lib/contract/card-design";
import { withTimeout } from "@/lib/issuer/with-timeout";
import { getDesigns } from "./designs";

const TIMEOUT_MS = 1_500;

/** By ID; empty if the issuer is slow, so that a page can show the ID instead of the name. */
export async function readDesigns(): Promise<ReadonlyMap<string, CardDesign>> {
  const read = await withTimeout(TIMEOUT_MS, getDesigns({}));
  return new Map(read?.ok ? read.data.designs.map((design) => [design.id, design]) : []);
}

export async function readDesignNames(): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await readDesigns())].map(([id, { name }]) => [id, name]));
}
