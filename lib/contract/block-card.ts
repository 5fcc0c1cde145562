import type { z } from "zod";
import { BLOCK_REASON_MAX_CHARACTERS } from "@/lib/domain/cards/block-reason";
import { object, requiredText } from "./text";

export const BlockCardRequest = object({
  reason: requiredText({ max: BLOCK_REASON_MAX_CHARACTERS }).meta({
    description: "Brief text or a code such as lost, stolen, fraud suspected; kept as statusReason",
    examples: ["lost"],
  }),
}).meta({ id: "BlockCardRequest" });
export type BlockCardRequest = z.infer<typeof BlockCardRequest>;
