import type { CardDesign } from "@/lib/contract/card-design";
import type { DesignRecord } from "./records";

export function toDesign({ id, name, stock, isDefault, embossNameSupported }: DesignRecord): CardDesign {
  return { id, name, stock, default: isDefault, embossNameSupported };
}
