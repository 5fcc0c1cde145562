import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { openWebhookReceiver } from "@/testing/sandbox";
import { startSandbox } from "./start-sandbox";

async function countCards(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}${API_PREFIX}/cards/`, { headers: { [API_KEY_HEADER]: key } });
  return ((await response.json()) as { count: number }).count;
}

test("starts on a free port with the demo program, and writes nothing", async () => {
  const [one, other] = await Promise.all([startSandbox(), startSandbox({ scenario: "empty" })]);
  expect(one.url).not.toBe(other.url);
  expect(await countCards(one.url, one.key)).toBe(420);
  expect(await countCards(other.url, other.keyOf("team"))).toBe(0);
  await Promise.all([one.stop(), other.stop()]);
  await expect(fetch(one.url)).rejects.toThrow();
});

test("keeps its worlds in a folder if it is told one", async () => {
  const data = await mkdtemp(join(tmpdir(), "cardwell-start-"));
  const options = { data, scenario: "empty", key: "sk_sandbox_own" } as const;
  const first = await startSandbox(options);
  await expect(startSandbox(options)).rejects.toThrow("is in use by process");
  expect(first.key).toBe("sk_sandbox_own");
  await first.stop();
  await (await startSandbox(options)).stop();
  expect(await readdir(join(data, "worlds"))).toEqual(["own.jsonl"]);
  await rm(data, { recursive: true });
});

test("sends events to the address that it is told", async () => {
  const receiver = await openWebhookReceiver();
  const sandbox = await startSandbox({ scenario: "empty", webhookUrl: receiver.url, reportDelayMs: 0 });
  const headers = { [API_KEY_HEADER]: sandbox.key };
  await fetch(`${sandbox.url}${API_PREFIX}/files/daily/?date=2026-01-01`, { headers });
  await expect.poll(() => receiver.received.length).toBe(1);
  await sandbox.stop();
  await receiver.close();
});

test.each(["delay", "slow-body"])(
  "a pending %s doesn't keep the process alive",
  async (type) => {
    const script = `
    import { startSandbox } from "./sandbox/start-sandbox.ts";
    const sandbox = await startSandbox({ scenario: "empty" });
    const headers = { "x-payments-api-key": sandbox.key };
    const body = JSON.stringify({ fault: { type: ${JSON.stringify(type)}, ms: 600_000 } });
    await fetch(sandbox.url + "/sandbox/faults", { method: "POST", headers, body });
    const pending = fetch(sandbox.url + "/api/v1/merchant/cards/", { headers }).then((response) => response.text());
    pending.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sandbox.stop();`;
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  },
  90_000,
);

test("refuses wrong options with a sentence for each", async () => {
  await expect(startSandbox({ webhookUrl: "nowhere", pageSize: 0 })).rejects.toThrow(
    /SANDBOX_PAGE_SIZE must be .*\n.*SANDBOX_WEBHOOK_URL must be/,
  );
});
