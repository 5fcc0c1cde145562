import { createRoutes } from "@/sandbox/http/env";
import { exampleCalls } from "@/sandbox/page/example-calls";
import { storyOf } from "@/sandbox/stories/start-story";
import type { Worlds } from "@/sandbox/worlds/worlds";
import { describeWorld } from "./world";

const MAX_DELIVERIES = 20;

/** What the sandbox's page shows besides the requests. */
export function overviewRoutes(worlds: Worlds) {
  const routes = createRoutes();
  routes.get("/overview", (context) => {
    const { world } = context.var;
    const { key, ...described } = describeWorld(worlds, world);
    const story = storyOf(world);
    return context.json({
      ...described,
      story: story?.isOfThisWorld ? { name: story.state.name, status: story.state.status } : null,
      faults: world.faults.list(),
      webhook: {
        url: world.webhook?.url ?? null,
        deliveries: [...world.state.deliveries].slice(-MAX_DELIVERIES).reverse(),
      },
      examples: exampleCalls(world),
    });
  });
  return routes;
}
