import type { DesignRecord } from "@/sandbox/store/records";
import { expandWeights } from "./random";

export const DESIGNS: readonly DesignRecord[] = [
  design("dsg_midnight", "Midnight", { isDefault: true }),
  design("dsg_harbour", "Harbour"),
  design("dsg_ember", "Ember"),
  design("dsg_ledger", "Ledger"),
  design("dsg_graphite", "Graphite", { embossNameSupported: false }),
  design("dsg_tide", "Tide", { stock: false }),
  design("dsg_saffron", "Saffron"),
  design("dsg_violet", "Violet", { embossNameSupported: false }),
];

/** A hundred design IDs, each repeated in proportion to its share of cards. */
export const WEIGHTED_DESIGNS = expandWeights(
  [
    ["dsg_midnight", 42],
    ["dsg_harbour", 14],
    ["dsg_ember", 10],
    ["dsg_ledger", 11],
    ["dsg_graphite", 9],
    ["dsg_tide", 4],
    ["dsg_saffron", 5],
    ["dsg_violet", 5],
  ],
  100,
);

function design(id: string, name: string, traits: Partial<DesignRecord> = {}): DesignRecord {
  return { id, name, stock: true, isDefault: false, embossNameSupported: true, ...traits };
}
