import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import type { Visitor } from "./visitor";

const TAKE_TIMEOUT_MS = 120_000;

export type RelayedDelivery = { headers: IncomingHttpHeaders; body: string };

/** Takes the issuer's webhooks in place of the dashboard and keeps them until they are passed on. */
export async function startRelay() {
  const kept: RelayedDelivery[] = [];
  let passOn: ((delivery: RelayedDelivery) => Promise<void>) | null = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const delivery = { headers: request.headers, body: Buffer.concat(chunks).toString() };
    if (passOn) await passOn(delivery);
    else kept.push(delivery);
    response.writeHead(202).end();
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    /** For the world's `env`. */
    env: { SANDBOX_WEBHOOK_URL: url, SANDBOX_REPORT_DELAY_MS: "100" },
    /** From now on, or until null is set, nothing is kept. */
    passOnWith(pass: typeof passOn): void {
      passOn = pass;
    },
    async take(count: number): Promise<RelayedDelivery[]> {
      for (const deadline = Date.now() + TAKE_TIMEOUT_MS; kept.length < count && Date.now() < deadline; )
        await sleep(50);
      if (kept.length < count) throw new Error(`The issuer sent ${kept.length} of ${count} webhooks`);
      return kept.splice(0);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Requests the daily reports of this many days, and returns their IDs. */
export async function requestReports(finance: Visitor, days: number, firstDay = 0): Promise<string[]> {
  const ids: string[] = [];
  for (let day = firstDay; day < firstDay + days; day += 1) {
    const id = randomUUID();
    const date = addDays(toIsoDate(new Date()), -3 - day);
    const result = await finance.act("requestReport", id, { type: "daily", date });
    if (!result.ok) throw new Error(result.error.message);
    ids.push(id);
  }
  return ids;
}
