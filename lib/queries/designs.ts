import "server-only";
import { z } from "zod";
import { countDesignUses } from "@/lib/card-index/design-uses";
import type { CardDesign } from "@/lib/contract/card-design";
import type { DesignUse, UsedDesign } from "@/lib/domain/design";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { toAppError } from "@/lib/issuer/to-app-error";
import { processWide } from "@/lib/process-wide";
import { defineQuery } from "./define-query";

/** Designs change a few times a year, and every card page names one. */
const FRESH_MS = 30_000;

const slot = processWide<{ designs: CardDesign[]; readAtMs: number }>("designs");

export const getDesigns = defineQuery({
  name: "the card designs",
  permission: "designs.read",
  input: z.object({}),
  async run() {
    const kept = slot.current;
    if (!kept) return read();
    // What is kept is told at once and read again behind it: nobody waits, or misses a name, for a slow issuer.
    if (performance.now() - kept.readAtMs > FRESH_MS) {
      kept.readAtMs = performance.now();
      void read();
    }
    return success({ designs: kept.designs });
  },
});

/** The designs with how many known cards carry each, by status. */
export const getDesignGallery = defineQuery({
  name: "the design gallery",
  permission: "designs.read",
  input: z.object({}),
  async run() {
    const [read, uses] = await Promise.all([getDesigns({}), countDesignUses()]);
    if (!read.ok) return read;
    return success({ designs: read.data.designs.map((design) => withUses(design, uses)) });
  },
});

/** One design, straight from the issuer: its stock is what someone is about to count on. */
export const getDesign = defineQuery({
  name: "a card design",
  permission: "designs.read",
  input: z.object({ designId: z.string().min(1).max(128) }),
  async run({ input: { designId } }) {
    const [read, uses] = await Promise.all([issuer().getCardDesign(designId), countDesignUses()]);
    if (!read.ok) return failure(designError(toAppError(read.failure)));
    return success(withUses(read.data, uses));
  },
});

/** The API has no 404 for a design: it refuses an id that it does not know. */
function designError(error: AppError): AppError {
  return error.code === "refused" ? { ...error, code: "not-found" } : error;
}

function withUses(design: CardDesign, uses: readonly DesignUse[]): UsedDesign {
  const own = uses.filter(({ designId }) => designId === design.id);
  return { ...design, uses: own, cards: own.reduce((sum, { cards }) => sum + cards, 0) };
}

async function read(): Promise<Result<{ designs: CardDesign[] }>> {
  const listed = await issuer().listCardDesigns();
  if (!listed.ok) return failure(toAppError(listed.failure));
  const designs = listed.data.cardDesigns;
  slot.current = { designs, readAtMs: performance.now() };
  return success({ designs });
}
