import "server-only";
import type { CardDesign } from "@/lib/contract/card-design";
import { getDesigns } from "./designs";
import { within } from "./with-timeout";

const PATIENCE_MS = 1_500;

/** The designs by id. A page does not wait for them: without a name the id stands. */
export async function readDesigns(): Promise<ReadonlyMap<string, CardDesign>> {
  const read = await within(PATIENCE_MS, getDesigns({}));
  return new Map(read?.ok ? read.data.designs.map((design) => [design.id, design]) : []);
}

/** Their names by id. */
export async function readDesignNames(): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await readDesigns())].map(([id, { name }]) => [id, name]));
}
