import type { ResetRequest } from "@/sandbox/scenarios/generate-state";
import type { WorldState } from "@/sandbox/store/state";
import type { World } from "@/sandbox/worlds/world";
import type { Worlds } from "@/sandbox/worlds/worlds";

export async function resetWorld(worlds: Worlds, world: World, request: ResetRequest): Promise<void> {
  await world.replaceState(await worlds.generate(request));
  world.recorder.restart(request);
}

export async function restoreWorld(world: World, state: WorldState): Promise<void> {
  await world.replaceState(state);
  world.recorder.restart(null);
}
