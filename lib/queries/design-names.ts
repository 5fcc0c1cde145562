import "server-only";
import { issuer } from "@/lib/issuer/issuer";
import { within } from "./within";

const FRESH_MS = 30_000;
const PATIENCE_MS = 1_500;

type Known = { names: ReadonlyMap<string, string>; readAt: number };

const shared = globalThis as typeof globalThis & { cardwellDesignNames?: Known };

/** The designs' names. What is known is told at once and read again behind it: a list never waits for names twice. */
export async function readDesignNames(): Promise<ReadonlyMap<string, string>> {
  const known = shared.cardwellDesignNames;
  if (!known) return (await within(PATIENCE_MS, read())) ?? new Map();
  if (Date.now() - known.readAt > FRESH_MS) {
    known.readAt = Date.now();
    void read();
  }
  return known.names;
}

async function read(): Promise<ReadonlyMap<string, string>> {
  const listed = await issuer().listCardDesigns();
  if (!listed.ok) return shared.cardwellDesignNames?.names ?? new Map();
  const names = new Map(listed.data.cardDesigns.map(({ id, name }) => [id, name]));
  shared.cardwellDesignNames = { names, readAt: Date.now() };
  return names;
}
