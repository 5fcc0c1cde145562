import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";

const ROW_BYTES = 200;
const HEAD = "occurred_at,event,transaction_id,merchant,effect,bill_currency,balance_after\n";

export type ReportIssuer = Awaited<ReturnType<typeof startReportIssuer>>;

/** A minimal issuer for reports: it accepts every file request, and the link sets the size of the file. */
export async function startReportIssuer(port: number) {
  const references: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://localhost:${port}`);
    const file = /^\/downloads\/(\d+)\.csv$/.exec(url.pathname);
    if (file) return void sendFile(response, Number(file[1]));
    if (url.pathname.includes("/files/")) {
      const reference_id = randomUUID();
      references.push(reference_id);
      return json(response, { message: "being made", reference_id });
    }
    if (url.pathname.includes("card-design")) return json(response, { cardDesigns: [] });
    json(response, { results: [], count: 0, next: null, previous: null });
  });
  await new Promise<void>((ready) => server.listen(port, ready));
  return {
    references,
    linkOf: (bytes: number) => `http://localhost:${port}/downloads/${bytes}.csv`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Sends one delivery, signed by Standard Webhooks. */
export async function deliver(url: string, event: object, id = `msg_${randomUUID()}`): Promise<number> {
  const body = JSON.stringify(event);
  const at = new Date();
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(DEMO_WEBHOOK_SECRET).sign(id, at, body),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function sendFile(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { "content-type": "text/csv" });
  response.write(HEAD);
  for (let row = 0; row * ROW_BYTES < bytes; row += 1) {
    const line = `2026-10-${String((row % 28) + 1).padStart(2, "0")}T00:00:00+0000,CLEARING,${randomUUID()},`;
    const canContinue = response.write(
      `${line.padEnd(ROW_BYTES - 24, "x")},-1.25,USD,${String(row % 1e9).padStart(9, "1")}\n`,
    );
    if (!canContinue) await new Promise((resume) => response.once("drain", resume));
  }
  response.end();
}
