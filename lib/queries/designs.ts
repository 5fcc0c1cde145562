import "server-only";
import { z } from "zod";
import type { CardDesign } from "@/lib/contract/card-design";
import { failure, type Result, success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { toAppError } from "@/lib/issuer/to-app-error";
import { defineQuery } from "./define-query";

/** Designs change a few times a year, and every card page names one. */
const FRESH_MS = 30_000;

const shared = globalThis as typeof globalThis & {
  cardwellDesigns?: { designs: CardDesign[]; readAtMs: number };
};

export const getDesigns = defineQuery({
  name: "the card designs",
  permission: "designs.read",
  input: z.object({}),
  async run() {
    const kept = shared.cardwellDesigns;
    if (!kept) return read();
    // What is kept is told at once and read again behind it: nobody waits, or misses a name, for a slow issuer.
    if (performance.now() - kept.readAtMs > FRESH_MS) {
      kept.readAtMs = performance.now();
      void read();
    }
    return success({ designs: kept.designs });
  },
});

async function read(): Promise<Result<{ designs: CardDesign[] }>> {
  const listed = await issuer().listCardDesigns();
  if (!listed.ok) return failure(toAppError(listed.failure));
  const designs = listed.data.cardDesigns;
  shared.cardwellDesigns = { designs, readAtMs: performance.now() };
  return success({ designs });
}
