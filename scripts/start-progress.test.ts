import { describe, expect, it } from "vitest";
import { createProgress } from "./start-progress.mjs";

describe("the progress of a start", () => {
  it("reports what is still starting, and what is ready", () => {
    const lines: string[] = [];
    let now = 0;
    const progress = createProgress({ write: (line) => lines.push(line), now: () => now });
    progress.begin("sandbox", "preparing the sandbox issuer");
    progress.begin("dashboard", "compiling the first page");
    now = 3_200;
    progress.finish("sandbox");
    now = 10_000;
    progress.repeat();
    now = 38_400;
    progress.finish("dashboard");
    progress.repeat();
    progress.stop();
    expect(lines).toEqual([
      "The sandbox is ready (3 s).",
      "Still compiling the first page… (10 s)",
      "The dashboard is ready (38 s).",
    ]);
  });
});
