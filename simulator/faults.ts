import type { Random } from "./edges/luck";
import type { Call, Fate } from "./edges/network";
import { time } from "./edges/virtual-time";
import type { Step } from "./step";

type Fault = Extract<Step, { is: "fault" }> & { endsAt: number };

/** The faults of the network that are active now. */
export class Faults {
  #active: Fault[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  add(step: Extract<Step, { is: "fault" }>): void {
    this.#active.push({ ...step, endsAt: time.now + step.forMs });
  }

  clear(): void {
    this.#active = [];
  }

  choose(call: Call): Fate {
    this.#active = this.#active.filter(({ endsAt }) => endsAt > time.now);
    const fault = this.#active.find(({ rate }) => this.#random() < rate);
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
