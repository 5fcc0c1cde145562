import { inspect } from "node:util";
import { unhandledRejections } from "@/simulator/edges/unhandled-rejections";
import type { Invariant } from "./invariant";

export const noUnhandledRejections: Invariant = {
  name: "no-unhandled-rejections",
  promise: "Every failure is handled: an unhandled rejection could end the process.",
  when: "always",
  async findViolation() {
    return unhandledRejections.length > 0 ? inspect(unhandledRejections[0]) : null;
  },
};
