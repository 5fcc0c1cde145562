import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freezeCard } from "@/lib/actions/freeze-card";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import { issuer } from "@/lib/issuer/issuer";
import { stopJobs } from "@/lib/jobs/queue";
import { createLog } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { tracer } from "./span";

type OtlpValue = { stringValue?: string; intValue?: number | string };
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: OtlpValue }[];
};
type OtlpRequest = { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] };

let program: TestProgram;
let collector: Server;
let cardId: string;
const received: string[] = [];
const lines: string[] = [];

beforeAll(async () => {
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
  await signInAs("support");
  const request = sampleConsumerRequest({ cardType: "virtual" });
  cardId = (await program.sandbox.api<{ id: string }>("POST", "/cards/", request)).body.id;
  processWide("log").current = createLog(
    "debug",
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  collector = createServer((incoming, response) => {
    let body = "";
    incoming.on("data", (chunk) => {
      body += chunk;
    });
    incoming.on("end", () => {
      if (incoming.url === "/v1/traces") received.push(body);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  tracer.current = undefined;
  await stopJobs();
  await program.close();
  collector.close();
});

/** Not the API, which Next loads for itself. */
const loadedLibraries = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((path) =>
    /\/@opentelemetry\/(?!api\/)/.test(path),
  );

const freeze = async (freeze: boolean) => {
  const operationId = randomUUID();
  const seen = { status: "FROZEN", readAt: new Date().toISOString() };
  const result = await freezeCard(operationId, freeze ? { cardId, freeze } : { cardId, freeze, seen });
  expect(result).toMatchObject({ ok: true });
  return operationId;
};

it("traces nothing without a collector, and loads no library for it", async () => {
  await freeze(true);
  expect(lines.join("")).toContain('"msg":"Action"');
  expect(lines.join("")).not.toContain("trace_id");
  expect(loadedLibraries()).toEqual([]);
  expect(tracer.current).toBeUndefined();
});

it("traces an action to its calls and its audit rows, and the log has the trace’s ID", async () => {
  const { port } = collector.address() as AddressInfo;
  const { openTracer } = await import("./tracer");
  expect(loadedLibraries()).not.toEqual([]);
  openTracer(`http://127.0.0.1:${port}/`);
  lines.length = 0;
  const operationId = await freeze(false);
  // Not a part of any trace.
  await issuer().listCardDesigns();
  await tracer.current?.close();

  const spans = received
    .map((body) => JSON.parse(body) as OtlpRequest)
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
    .flatMap((scope) => scope.spans);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = (span: OtlpSpan): string => {
    const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined;
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name;
  };
  const paths = spans.map(pathOf);
  expect(paths).toContain("action card.freeze");
  expect(paths).toContain("action card.freeze > audit row");
  expect(paths).toContain("action card.freeze > operation card.unfreeze > issuer freezeCard");
  expect(paths).toContain("action card.freeze > operation card.unfreeze > audit row");
  expect(paths.every((path) => path.startsWith("action card.freeze"))).toBe(true);

  const attributes = new Map(
    spans.flatMap((span) => span.attributes.map(({ key, value }) => [`${span.name} ${key}`, value] as const)),
  );
  expect(attributes.get("operation card.unfreeze cardwell.operation_id")?.stringValue).toBe(operationId);
  expect(attributes.get("action card.freeze cardwell.outcome")?.stringValue).toBe("succeeded");
  const { rows } = await program.db.pool.query("select max(seq) as seq from audit");
  expect(Number(attributes.get("audit row cardwell.audit.seq")?.intValue)).toBeLessThanOrEqual(
    Number(rows[0].seq),
  );

  const traceId = spans[0]?.traceId;
  const action = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "Action");
  expect(action).toMatchObject({ trace_id: traceId, operationId });

  const sent = received.join("");
  for (const secret of [cardId, DEMO_PEOPLE.support.email, DEMO_PEOPLE.support.name, "/cards/"])
    expect(sent).not.toContain(secret);
});
