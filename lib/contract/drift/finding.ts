import { ENDPOINTS } from "@/lib/contract/endpoints";
import type { Comparison, Difference, DriftEndpoint } from "./difference";
import { DRIFT_EFFECTS, driftMeaning, driftTitle } from "./drift-kind";

/** A difference, counted over many answers. */
export type Finding = Difference & {
  title: string;
  /** `GET /cards/`. */
  call: string;
  /** How many values or answers were looked at. */
  of: number;
  meaning: string;
};

const ENDPOINT_ORDER: readonly string[] = Object.keys(ENDPOINTS);

/** An endpoint that only another version knows is shown by its name. */
export function callOf(endpoint: string): string {
  if (!(endpoint in ENDPOINTS)) return endpoint === "unknownPath" ? "GET of an unknown path" : endpoint;
  const { method, path } = ENDPOINTS[endpoint as keyof typeof ENDPOINTS];
  return `${method} ${path}`;
}

export class FindingTally {
  readonly #differences = new Map<string, Difference>();
  readonly #looked = new Map<string, number>();

  add({ endpoint, differences, looked }: Comparison): void {
    for (const [path, count] of looked) {
      const key = lookedKey(endpoint, path);
      this.#looked.set(key, (this.#looked.get(key) ?? 0) + count);
    }
    for (const difference of differences) {
      const key = [endpoint, difference.kind, difference.field, difference.value].join("\n");
      const known = this.#differences.get(key);
      if (known) known.seen += difference.seen;
      else this.#differences.set(key, { ...difference });
    }
  }

  /** What breaks the dashboard first, then in the order of the specification. */
  findings(): Finding[] {
    return [...this.#differences.values()].sort(compareFindings).map((difference) => ({
      ...difference,
      title: driftTitle(difference.kind),
      call: callOf(difference.endpoint),
      of: this.#lookedAt(difference),
      meaning: driftMeaning(difference.kind, difference.effect),
    }));
  }

  /** The objects that could have had the field, else the answers. */
  #lookedAt({ endpoint, field }: Difference): number {
    // The name of an unknown field may have dots itself.
    for (let end = field.length; end > 0; end = field.lastIndexOf(".", end - 1)) {
      const looked = this.#looked.get(lookedKey(endpoint, field.slice(0, end)));
      if (looked !== undefined) return looked;
    }
    return this.#looked.get(lookedKey(endpoint, "")) ?? 0;
  }
}

function lookedKey(endpoint: DriftEndpoint, path: string): string {
  return `${endpoint}\n${path}`;
}

function compareFindings(one: Difference, other: Difference): number {
  return (
    DRIFT_EFFECTS.indexOf(one.effect) - DRIFT_EFFECTS.indexOf(other.effect) ||
    endpointRank(one.endpoint) - endpointRank(other.endpoint) ||
    compareText(one.field, other.field) ||
    compareText(one.kind, other.kind) ||
    compareText(one.value, other.value)
  );
}

function endpointRank(endpoint: string): number {
  const rank = ENDPOINT_ORDER.indexOf(endpoint);
  return rank === -1 ? ENDPOINT_ORDER.length : rank;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
