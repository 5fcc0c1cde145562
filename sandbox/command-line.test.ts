import { describe, expect, it } from "vitest";
import { HELP, readCommandLine } from "./command-line";

const problemsOf = (args: string[], environment = {}) => {
  try {
    readCommandLine(args, environment);
  } catch (error) {
    return (error as Error).message.split("\n");
  }
  return [];
};

describe("the command line", () => {
  it("starts the demo world on disk without any option", () => {
    expect(readCommandLine([], {})).toMatchObject({
      is: "start",
      settings: { port: 4010, host: "127.0.0.1", folder: ".data/worlds", apiKey: "sk_sandbox_cardwell" },
      scenario: "demo",
      seed: 1,
    });
  });

  it("has an option for each thing that people change, which wins over the environment", () => {
    const options =
      "--port 4020 --key sk_sandbox_a --data /d --scenario empty --seed 7 --webhook-url http://h/x";
    expect(readCommandLine(options.split(" "), { SANDBOX_PORT: "4030", HOST: "0.0.0.0" })).toMatchObject({
      settings: {
        port: 4020,
        host: "0.0.0.0",
        apiKey: "sk_sandbox_a",
        folder: "/d/worlds",
        webhook: { url: "http://h/x" },
      },
      scenario: "empty",
      seed: 7,
    });
    expect(readCommandLine(["--story", "month.yaml"], {})).toMatchObject({ story: "month.yaml" });
    expect(readCommandLine(["--memory"], {})).toMatchObject({ settings: { folder: null } });
  });

  it("names each wrong value as it was given", () => {
    expect(problemsOf(["--port", "web", "--seed", "x", "--scenario", "big"])).toEqual([
      "--scenario must be one of empty, demo, scale.",
      "--seed must be a whole number from 0 to 2147483647.",
      '--port must be a whole number from 1 to 65535, not "web".',
    ]);
    expect(problemsOf([], { SANDBOX_PORT: "web" })).toEqual([
      'The setting SANDBOX_PORT must be a whole number from 1 to 65535, not "web".',
    ]);
    expect(problemsOf(["--nope"])).toEqual(["Unknown option '--nope'. See --help."]);
  });

  it("explains every option that it reads", () => {
    expect(readCommandLine(["-h"], {})).toEqual({ is: "help" });
    for (const name of ["port", "host", "key", "data", "memory", "scenario", "seed", "story", "webhook-url"])
      expect(HELP).toContain(`--${name}`);
  });
});
