import { HttpError } from "@/sandbox/http/http-error";
import type { DesignRecord } from "@/sandbox/store/records";
import type { WorldState } from "@/sandbox/store/state";

export function resolveDesign({ designs }: WorldState, id: string | undefined, field: string): DesignRecord {
  if (id === undefined) return defaultDesign(designs);
  const design = designs.get(id);
  if (!design) throw new HttpError(400, `${field}: must be the id of a card design of this program`);
  if (!design.stock) throw new HttpError(400, `${field}: the design ${design.name} is out of stock`);
  return design;
}

function defaultDesign(designs: WorldState["designs"]): DesignRecord {
  for (const design of designs) if (design.isDefault) return design;
  throw new Error("The program has no default design");
}
