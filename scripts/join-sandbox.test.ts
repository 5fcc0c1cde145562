import { expect, it } from "vitest";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { startSandbox } from "@/sandbox/start-sandbox";
import { joinSandbox } from "./join-sandbox.mjs";

const webhookUrl = "http://localhost:3000/api/webhooks/issuer";

it("tells the world of the key where the dashboard receives events", async () => {
  const sandbox = await startSandbox({ scenario: "empty" });
  const sandboxApiKey = sandbox.keyOf("joined");
  await joinSandbox({ sandboxUrl: sandbox.url, sandboxApiKey, webhookUrl }, undefined);
  const response = await fetch(`${sandbox.url}/sandbox/webhook`, {
    headers: { [API_KEY_HEADER]: sandboxApiKey },
  });
  expect(await response.json()).toEqual({ url: webhookUrl });
  const wrong = { sandboxUrl: sandbox.url, sandboxApiKey: "wrong", webhookUrl };
  await expect(joinSandbox(wrong, undefined)).rejects.toThrow(
    /refused this dashboard \(401\)\. Check SANDBOX_URL/,
  );
  await sandbox.stop();
});
