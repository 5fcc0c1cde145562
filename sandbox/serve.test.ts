import { once } from "node:events";
import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "./config";
import { type Served, serveSandbox } from "./serve";
import { runShippedStory } from "./stories/run-story-file";

const { host, hosts, port, folder, warnings, ...config } = readSettings({});
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

describe("the host that a request names", () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveSandbox({ ...OPTIONS, hosts: ["issuer.example.com"] });
  });
  afterAll(() => served.close());

  const statusFor = async (name: string) => {
    const [response] = await once(
      get(`${served.url}/sandbox/health`, { headers: { host: name } }),
      "response",
    );
    return response.resume().statusCode;
  };

  test.each([
    "evil.example",
    "localhost.evil.example:4010",
    "127.0.0.1.nip.io",
    "internal.evil.example",
    "x.local",
  ])("is refused, because a page on the internet can own it: %s", async (name) =>
    expect(await statusFor(name)).toBe(421),
  );

  test.each([
    "localhost:4010",
    "app.localhost",
    "127.0.0.1:4010",
    "[::1]:4010",
    "192.168.1.20:4010",
    "sandbox:4010",
    "host.docker.internal",
    "issuer.example.com",
    "Issuer.Example.com:80",
  ])("is served: %s", async (name) => expect(await statusFor(name)).toBe(200));
});
