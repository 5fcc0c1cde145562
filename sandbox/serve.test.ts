import { expect, test } from "vitest";
import { readSettings } from "./config";
import { serveSandbox } from "./serve";
import { runShippedStory } from "./stories/run-story-file";

const { host, port, folder, warnings, ...config } = readSettings({});
const OPTIONS = { config, folder: null, scenario: "empty", host, port: 0 } as const;

test("requests wait until the world is prepared", async () => {
  let early: Promise<Response> | undefined;
  const served = await serveSandbox({
    ...OPTIONS,
    prepare: async ({ url: origin, worlds }) => {
      early = fetch(`${origin}/sandbox/health`, { headers: { "x-payments-api-key": config.apiKey } });
      await runShippedStory("a-quiet-month", { worlds, origin });
    },
  });
  expect(await (await early)?.json()).toMatchObject({ counts: { cards: 4, transactions: 164 } });
  await served.close();
});

test("nothing listens if the preparation fails", async () => {
  let address = "";
  const prepare = async ({ url }: { url: string }) => {
    address = url;
    throw new Error("no story");
  };
  await expect(serveSandbox({ ...OPTIONS, prepare })).rejects.toThrow("no story");
  await expect(fetch(`${address}/sandbox/health`)).rejects.toThrow();
});
