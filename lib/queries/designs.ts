import "server-only";
import { z } from "zod";
import { countDesignUses } from "@/lib/card-index/design-uses";
import type { CardDesign } from "@/lib/contract/card-design";
import type { DesignUse, DesignWithUsage } from "@/lib/domain/cards/design";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { toAppError } from "@/lib/issuer/to-app-error";
import { processWide } from "@/lib/process-wide";
import { defineQuery } from "./define-query";

/** Designs change a few times a year, and every card page shows one. */
const MAX_AGE_MS = 30_000;

const slot = processWide<{ designs: CardDesign[]; readAtMs: number }>("designs");

export const getDesigns = defineQuery({
  name: "the card designs",
  permission: "designs.read",
  input: z.object({}),
  async run() {
    const cached = slot.current;
    if (!cached) return fetchDesigns();
    // Stale data is returned at once and refreshed in the background, so that nobody waits for a slow issuer.
    if (performance.now() - cached.readAtMs > MAX_AGE_MS) {
      cached.readAtMs = performance.now();
      void fetchDesigns();
    }
    return success({ designs: cached.designs });
  },
});

export const getDesignGallery = defineQuery({
  name: "the design gallery",
  permission: "designs.read",
  input: z.object({}),
  async run() {
    const [listed, uses] = await Promise.all([getDesigns({}), countDesignUses()]);
    if (!listed.ok) return listed;
    return success({ designs: listed.data.designs.map((design) => withUsage(design, uses)) });
  },
});

/** Always read from the issuer, because its stock must be current. */
export const getDesign = defineQuery({
  name: "a card design",
  permission: "designs.read",
  input: z.object({ designId: z.string().min(1).max(128) }),
  async run({ input: { designId } }) {
    const [listed, uses] = await Promise.all([issuer().getCardDesign(designId), countDesignUses()]);
    if (!listed.ok) return failure(designError(toAppError(listed.failure)));
    return success(withUsage(listed.data, uses));
  },
});

/** The API has no 404 for a design: it rejects an unknown ID. */
function designError(error: AppError): AppError {
  return error.code === "refused" ? { ...error, code: "not-found" } : error;
}

function withUsage(design: CardDesign, uses: readonly DesignUse[]): DesignWithUsage {
  const designUses = uses.filter(({ designId }) => designId === design.id);
  return { ...design, uses: designUses, cards: designUses.reduce((sum, { cards }) => sum + cards, 0) };
}

async function fetchDesigns(): Promise<Result<{ designs: CardDesign[] }>> {
  const listed = await issuer().listCardDesigns();
  if (!listed.ok) return failure(toAppError(listed.failure));
  const designs = listed.data.cardDesigns;
  slot.current = { designs, readAtMs: performance.now() };
  return success({ designs });
}
