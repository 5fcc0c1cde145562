import { z } from "zod";

const Milliseconds = z.int().min(0).max(600_000);

export const Fault = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("status"),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  z.object({ type: z.literal("delay"), ms: Milliseconds }),
  z.object({ type: z.literal("drop") }),
  z.object({ type: z.literal("commit-then-drop") }),
  z.object({ type: z.literal("commit-then-delay"), ms: Milliseconds }),
  z.object({ type: z.literal("rubbish"), body: z.string().optional(), contentType: z.string().optional() }),
  z.object({ type: z.literal("slow-body"), ms: Milliseconds }),
  z.object({ type: z.literal("truncate") }),
]);
export type Fault = z.infer<typeof Fault>;

export const FaultRequest = z.object({
  method: z.enum(["GET", "POST", "PUT"]).optional(),
  /** Any part of the path, such as `/freeze/`. */
  path: z.string().optional(),
  times: z.int().min(1).default(1),
  fault: Fault,
});
export type FaultRequest = z.infer<typeof FaultRequest>;

type ActiveFault = FaultRequest & { id: number };

/** Active faults; the oldest match is used first. */
export class Faults {
  #active: ActiveFault[] = [];
  #lastId = 0;

  add(request: FaultRequest): ActiveFault {
    this.#lastId += 1;
    const added = { id: this.#lastId, ...request };
    this.#active.push(added);
    return added;
  }

  list(): ActiveFault[] {
    return this.#active;
  }

  clear(): number {
    const cleared = this.#active.length;
    this.#active = [];
    return cleared;
  }

  take(method: string, path: string): Fault | null {
    const match = this.#active.find(
      (active) => (active.method ?? method) === method && path.includes(active.path ?? ""),
    );
    if (!match) return null;
    match.times -= 1;
    if (match.times === 0) this.#active = this.#active.filter((active) => active !== match);
    return match.fault;
  }
}
