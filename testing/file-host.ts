import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { inTransaction } from "@/lib/postgres/open-database";
import { setLinkRules } from "@/lib/reports/capture";
import { waitForReportWork } from "@/lib/reports/report-work";
import { insertRequest } from "@/lib/reports/requests";
import { closeServer, listenOn, openTestReports } from "@/testing/reports";

export const CSV = "occurred_at,event,amount,currency\n2026-11-10T00:00:00+0000,CLEARING,1.50,USD\n";
export const respondWithCsv: RequestListener = (_, response) =>
  response.writeHead(200, { "content-type": "text/csv" }).end(CSV);

export type TestFileHost = Awaited<ReturnType<typeof openTestFileHost>>;

/** A host for report files, with a response that each test can set, and the dashboard that downloads from it. */
export async function openTestFileHost() {
  const reports = await openTestReports();
  const server = createServer((request, response) => {
    host.requests.push({ url: request.url, headers: request.headers });
    host.respond(request, response);
  });
  const origin = (await listenOn(server)).replace("127.0.0.1", "localhost");
  const host = {
    reports,
    origin,
    respond: respondWithCsv,
    requests: [] as { url: string | undefined; headers: Record<string, unknown> }[],
    allowLinks(): void {
      const { host: name } = new URL(origin);
      setLinkRules({ hosts: [name], sandboxHost: name });
    },
    /** A report request that the issuer has accepted, with its reference ID. */
    insertRequestedReport(): Promise<{ id: string; reference: string }> {
      // One transaction, or the running job would request the report itself.
      return inTransaction(reports.db.pool, async (client) => {
        const [id, reference] = [randomUUID(), randomUUID()];
        await insertRequest(client, {
          id,
          type: "daily",
          date: "2026-11-10",
          personId: reports.personId,
        });
        await client.query(
          "update report_requests set state = 'requested', ask_at = null, asks = 4 where id = $1",
          [id],
        );
        await client.query("insert into report_asks (reference_id, request_id) values ($1, $2)", [
          reference,
          id,
        ]);
        return { id, reference };
      });
    },
    send: (data: object, kind = "valid") =>
      reports.control("POST", "/webhooks/send", { kind, event: { eventType: "files", data } }),
    async reset(): Promise<void> {
      await waitForReportWork();
      await reports.db.pool.query(
        "update report_requests set state = 'failed' where state in ('requested', 'queued')",
      );
      await reports.db.pool.query("delete from report_asks");
      host.requests = [];
      setLinkRules({});
    },
    async close(): Promise<void> {
      await reports.close();
      await closeServer(server);
    },
  };
  return host;
}
