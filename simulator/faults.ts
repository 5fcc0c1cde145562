import type { Random } from "./edges/luck";
import type { Call, Fate } from "./edges/network";
import { time } from "./edges/virtual-time";
import type { Step } from "./step";

type FaultStep = Extract<Step, { is: "fault" }>;
type Fault = FaultStep & { endsAt: number };

/** The faults of the network that are active now. */
export class Faults {
  #active: Fault[] = [];
  /** They begin with the next change of a card. */
  #waiting: FaultStep[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  add(step: FaultStep): void {
    if (step.isAfterChange) this.#waiting.push(step);
    else this.#begin(step);
  }

  #begin(step: FaultStep): void {
    this.#active.push({ ...step, endsAt: time.now + step.forMs });
  }

  clear(): void {
    this.#active = [];
    this.#waiting = [];
  }

  choose(call: Call): Fate {
    this.#active = this.#active.filter(({ endsAt }) => endsAt > time.now);
    const fault = this.#active.find(
      ({ rate, isForChanges }) => !(isForChanges && call.method === "GET") && this.#random() < rate,
    );
    if (call.method === "PUT") for (const step of this.#waiting.splice(0)) this.#begin(step);
    if (fault?.fate === "duplicate" && !isRepeatable(call)) return "deliver";
    if (fault?.fate === "gone" && !isDownload(call)) return "deliver";
    return fault?.fate ?? "deliver";
  }
}

/** A proxy sends only these twice. */
function isRepeatable({ method, path }: Call): boolean {
  return method === "GET" || path.startsWith("/api/webhooks");
}

function isDownload({ path }: Call): boolean {
  return path.startsWith("/downloads/");
}
