import "server-only";
import { getDesigns } from "./designs";
import { within } from "./within";

const PATIENCE_MS = 1_500;

/** The designs by name. A list does not wait for them: without a name the id stands. */
export async function readDesignNames(): Promise<ReadonlyMap<string, string>> {
  const read = await within(PATIENCE_MS, getDesigns({}));
  return new Map(read?.ok ? read.data.designs.map(({ id, name }) => [id, name]) : []);
}
