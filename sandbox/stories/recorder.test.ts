import { expect, test } from "vitest";
import { Clock } from "@/sandbox/clock";
import { Recorder } from "./recorder";

test("a recording ends after 10,000 steps, also if they are jumps of the clock", () => {
  const clock = new Clock();
  const recorder = new Recorder(clock);
  recorder.start();
  for (let count = 0; count < 10_100; count++) {
    clock.offsetMs += 2000;
    recorder.addJump();
  }
  expect(recorder.story?.steps).toHaveLength(10_000);
});
