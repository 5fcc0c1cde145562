import type { EndpointName } from "@/lib/contract/endpoints";
import type { DriftEffect, DriftKind } from "./drift-kind";

/** What of the issuer's API an answer belongs to. */
export type DriftEndpoint = EndpointName | "unknownPath";

/** One way in which answers differ from the contract. */
export type Difference = {
  kind: DriftKind;
  endpoint: DriftEndpoint;
  /** The path in the answer, such as `results[].created`; empty for the answer itself. */
  field: string;
  /** Tells differences of the same field apart, such as the unknown status; else empty. */
  value: string;
  effect: DriftEffect;
  /** The section of the specification, and what it says. */
  contract: string;
  /** The first one seen, masked. */
  example: string;
  /** How many of the values that were looked at. */
  seen: number;
};

/** What was found in one answer, and how many objects of each kind were looked at. */
export type Comparison = {
  endpoint: DriftEndpoint;
  differences: Difference[];
  /** By the path of the object, such as `results[]`; empty for answers. */
  looked: ReadonlyMap<string, number>;
};

export type NewDifference = Pick<Difference, "kind" | "effect" | "contract"> & {
  field?: string;
  value?: string;
  /** Called only for the first of its kind, because masking costs more than comparing. */
  example(): string;
};

/** An answer with more kinds is another API, or means harm; more than the dashboard stores is enough to see that. */
const MAX_KINDS = 500;

/** Collects the differences of one answer, or of several that were compared with each other. */
export class Differences {
  readonly #endpoint: DriftEndpoint;
  readonly #found = new Map<string, Difference>();
  readonly #looked = new Map<string, number>();

  constructor(endpoint: DriftEndpoint) {
    this.#endpoint = endpoint;
  }

  add({ kind, field = "", value = "", effect, contract, example }: NewDifference): void {
    const key = `${kind}\n${field}\n${value}`;
    const known = this.#found.get(key);
    if (known) {
      known.seen += 1;
      return;
    }
    if (this.#found.size >= MAX_KINDS) return;
    const endpoint = this.#endpoint;
    this.#found.set(key, { kind, endpoint, field, value, effect, contract, example: example(), seen: 1 });
  }

  look(path: string, count = 1): void {
    this.#looked.set(path, (this.#looked.get(path) ?? 0) + count);
  }

  result(): Comparison {
    return { endpoint: this.#endpoint, differences: [...this.#found.values()], looked: this.#looked };
  }
}
