import { parse } from "@/sandbox/http/http-error";
import { FaultRequest } from "@/sandbox/worlds/faults";
import type { World } from "@/sandbox/worlds/world";

export function addFault(world: World, body: unknown) {
  const request = parse(FaultRequest, body);
  world.recorder.add({ fault: request });
  return world.faults.add(request);
}

export function clearFaults(world: World): number {
  world.recorder.add({ clearFaults: true });
  return world.faults.clear();
}
