import { z } from "zod";

export const CardDesign = z
  .object({
    id: z.string(),
    name: z.string(),
    stock: z.boolean().meta({ description: "Whether the design is in stock" }),
    default: z.boolean().meta({ description: "Whether cards without a chosen design get this one" }),
    embossNameSupported: z.boolean(),
  })
  .meta({ id: "CardDesign" });
export type CardDesign = z.infer<typeof CardDesign>;

export const CardDesignList = z.object({ cardDesigns: z.array(CardDesign) }).meta({ id: "CardDesignList" });
export type CardDesignList = z.infer<typeof CardDesignList>;
