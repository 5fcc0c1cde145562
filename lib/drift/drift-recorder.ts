import "server-only";
import { compareAnswer } from "@/lib/contract/drift/compare-answer";
import type { Difference } from "@/lib/contract/drift/difference";
import type { IssuerAnswer } from "@/lib/issuer/call-issuer";
import { log } from "@/lib/log";
import { differenceKey, storeDrift } from "./stored-drift";

/** Long enough that a page of drifted records is one write, short enough that a person who looks sees it. */
const WRITE_DELAY_MS = 1_000;
/** More kinds than that at once are noise; the table has a limit of its own. */
const MAX_WAITING = 200;

/**
 * Compares what the issuer answers to the calls that are made anyway, and stores what differs. It never disturbs a
 * call: a failure is a log line.
 */
export function createDriftRecorder(issuerOrigin: string): (answer: IssuerAnswer) => void {
  let waiting = new Map<string, Difference>();

  async function write(): Promise<void> {
    const differences = [...waiting.values()];
    waiting = new Map();
    try {
      await storeDrift(differences);
    } catch (error) {
      log().debug({ err: error }, "Could not store differences from the contract");
    }
  }

  function collect(difference: Difference): void {
    const key = differenceKey(difference);
    const known = waiting.get(key);
    if (known) known.seen += difference.seen;
    else if (waiting.size < MAX_WAITING) {
      if (waiting.size === 0) setTimeout(() => void write(), WRITE_DELAY_MS).unref();
      waiting.set(key, difference);
    }
  }

  return ({ call, path, response }) => {
    try {
      const query = new URLSearchParams(path.split("?")[1] ?? "");
      for (const difference of compareAnswer({ ...response, endpoint: call, query }, issuerOrigin)
        .differences)
        collect(difference);
    } catch (error) {
      log().error({ err: error, call }, "Could not compare an answer with the contract");
    }
  };
}
