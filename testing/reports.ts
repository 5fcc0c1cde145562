import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, vi } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import type { ReportState } from "@/lib/domain/reports/report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { receiveWebhook } from "@/lib/events/webhook-receiver";
import { setLinkRules } from "@/lib/reports/capture";
import { readChunks } from "@/lib/reports/read-file";
import { startReportWork, stopReportWork } from "@/lib/reports/report-work";
import { insertRequest } from "@/lib/reports/requests";
import { openSealedLink } from "@/lib/reports/sealed-link";
import { openTestDashboard } from "./dashboard-database";
import { listen, openTestSandbox } from "./sandbox";

export type TestReports = Awaited<ReturnType<typeof openTestReports>>;

/** A sandbox that delivers to our webhook receiver over real connections, and a dashboard database behind it. */
export async function openTestReports(options: { scenario?: "demo" | "empty" } = {}) {
  const webhookServer = createServer(async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const response = await receiveWebhook(
      new Request("http://dashboard/api/webhooks/issuer", {
        method: "POST",
        headers,
        body: Readable.toWeb(incoming) as ReadableStream,
        duplex: "half",
      } as RequestInit),
    );
    outgoing.writeHead(response.status).end(await response.text());
  });
  const webhookOrigin = await listenOn(webhookServer);
  const hookUrl = `${webhookOrigin}/api/webhooks/issuer`;
  const sandbox = await openTestSandbox({
    webhook: { url: hookUrl, secret: DEMO_WEBHOOK_SECRET, retryMs: 20 },
  });
  if (options.scenario === "demo")
    await sandbox.call("POST", "/sandbox/reset", { scenario: "demo", seed: 7 });
  const server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  const db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  const person = await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email);
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.origin}/sandbox${path}`, {
      method,
      headers: { [API_KEY_HEADER]: sandbox.sandbox.config.apiKey },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  return {
    db,
    sandbox,
    hookUrl,
    sandboxOrigin: server.origin,
    personId: person?.id ?? "",
    control,
    async request(type: ReportType, date: IsoDate): Promise<string> {
      const id = randomUUID();
      await insertRequest(db.pool, { id, type, date, personId: person?.id ?? "" });
      startReportWork();
      return id;
    },
    async row(id: string) {
      const { rows } = await db.pool.query<{
        state: ReportState;
        reason: string | null;
        asks: number;
        file_id: string | null;
      }>("select state, reason, asks, file_id from report_requests where id = $1", [id]);
      const [row] = rows;
      if (!row) throw new Error("The request does not exist");
      return row;
    },
    async waitForState(id: string, state: ReportState): Promise<void> {
      // expect.poll is not allowed in beforeAll.
      await vi.waitFor(async () => expect((await this.row(id)).state).toBe(state), {
        timeout: 30_000,
        interval: 25,
      });
    },
    async readFileBytes(id: string): Promise<Buffer> {
      const { file_id } = await this.row(id);
      const parts: Buffer[] = [];
      for await (const part of readChunks(file_id ?? "")) parts.push(part);
      return Buffer.concat(parts);
    },
    /** The same report, downloaded directly from the issuer. */
    async downloadOriginal(id: string): Promise<Buffer> {
      const { rows } = await db.pool.query(
        "select id, link from report_captures where request_id = $1 order by created_at desc",
        [id],
      );
      return Buffer.from(await (await fetch(openSealedLink(rows[0].id, rows[0].link))).arrayBuffer());
    },
    countFiles(id: string): Promise<number> {
      return this.count("report_files where request_id = $1", [id]);
    },
    countNotifications(id: string): Promise<number> {
      return this.count("notifications where href = $1", [`/reports/${id}`]);
    },
    async count(sql: string, values: unknown[] = []): Promise<number> {
      const { rows } = await db.pool.query<{ count: string }>(`select count(*) from ${sql}`, values);
      return Number(rows[0]?.count);
    },
    async close() {
      setLinkRules({});
      await stopReportWork();
      await closeBus();
      await db.close();
      await server.close();
      await sandbox.close();
      await closeServer(webhookServer);
    },
  };
}

export async function listenOn(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
