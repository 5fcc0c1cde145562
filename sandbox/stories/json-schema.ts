import { z } from "zod";
import { Story } from "./story";

/** For completion and checks in editors. */
export function storyJsonSchema(): Record<string, unknown> {
  return {
    title: "Cardwell sandbox story",
    ...z.toJSONSchema(Story, { io: "input", target: "draft-7" }),
  };
}
