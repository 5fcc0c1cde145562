import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { startSandbox } from "@/sandbox/start-sandbox";
import { closeServer, listenOn } from "@/testing/reports";
import { joinSandbox } from "./join-sandbox.mjs";

const webhookUrl = "http://localhost:3000/api/webhooks/issuer";

let isRestoredCopy = false;
const dashboard = createServer((_, response) => response.end(JSON.stringify({ isRestoredCopy })));
let dashboardUrl: string;
beforeAll(async () => {
  dashboardUrl = await listenOn(dashboard);
});
afterAll(() => closeServer(dashboard));

it("tells the world of the key where the dashboard receives events", async () => {
  const sandbox = await startSandbox({ scenario: "empty" });
  const sandboxApiKey = sandbox.keyOf("joined");
  const settings = { sandboxUrl: sandbox.url, sandboxApiKey, webhookUrl, dashboardUrl };
  await joinSandbox(settings, undefined);
  const response = await fetch(`${sandbox.url}/sandbox/webhook`, {
    headers: { [API_KEY_HEADER]: sandboxApiKey },
  });
  expect(await response.json()).toEqual({ url: webhookUrl });
  isRestoredCopy = true;
  await joinSandbox({ ...settings, webhookUrl: "http://localhost:3001/api/webhooks/issuer" }, undefined);
  isRestoredCopy = false;
  const same = await fetch(`${sandbox.url}/sandbox/webhook`, {
    headers: { [API_KEY_HEADER]: sandboxApiKey },
  });
  expect(await same.json()).toEqual({ url: webhookUrl });
  const wrong = { ...settings, sandboxApiKey: "wrong" };
  await expect(joinSandbox(wrong, undefined)).rejects.toThrow(
    /refused this dashboard \(401\)\. Check SANDBOX_URL/,
  );
  await sandbox.stop();
});
