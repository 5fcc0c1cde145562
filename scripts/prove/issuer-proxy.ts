import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export type IssuerCall = { method: string; path: string; atMs: number };
export type Outage = "cut" | "silent";
type Refusal = { status: number; headers?: Record<string, string> };
export type JsonAnswer = { status: number; headers: IncomingHttpHeaders; json: unknown };

type TextAnswer = Omit<JsonAnswer, "json"> & { body: string };

/** Stands between dashboard and sandbox: records every call, and can be dark, refuse, or change what is read. */
export async function startIssuerProxy(sandboxPort: number) {
  const proxy = {
    port: 0,
    calls: [] as IssuerCall[],
    /** Connections are accepted, and cut or left without an answer. */
    outage: null as Outage | null,
    /** The issuer has executed a call; its answer waits for this. */
    holdAnswer: async (_call: IssuerCall): Promise<void> => undefined,
    refuse: (_call: IssuerCall): Refusal | null => null,
    /** Changes what is asked. */
    rewritePath: (path: string): string => path,
    /** Changes JSON. */
    rewrite: null as ((value: unknown, path: string) => unknown) | null,
    /** Changes the status and headers of an answer with JSON, or replaces its JSON by a text. */
    rewriteAnswer: null as ((answer: JsonAnswer, path: string) => JsonAnswer | string) | null,
    /** Changes the files of reports. */
    rewriteFile: null as ((csv: string) => string) | null,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
  const server = createServer((incoming, outgoing) => {
    const call = { method: incoming.method ?? "", path: incoming.url ?? "", atMs: performance.now() };
    proxy.calls.push(call);
    if (proxy.outage === "cut") return void incoming.socket.destroy();
    if (proxy.outage === "silent") return;
    const refusal = proxy.refuse(call);
    if (refusal) return void outgoing.writeHead(refusal.status, refusal.headers).end("{}");
    forward(incoming, outgoing, call);
  });

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, call: IssuerCall): void {
    const { method, url: path = "", headers } = incoming;
    const onward = request(
      { port: sandboxPort, method, path: proxy.rewritePath(path), headers },
      async (answer) => {
        await proxy.holdAnswer(call);
        const { statusCode: status = 502 } = answer;
        const change = findChange(String(answer.headers["content-type"]), path);
        if (!change) {
          outgoing.writeHead(status, answer.headers);
          return void answer.pipe(outgoing);
        }
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => {
          const { "content-length": _, "transfer-encoding": __, ...kept } = answer.headers;
          const changed = change({ status, headers: kept, body: Buffer.concat(chunks).toString() });
          outgoing.sendDate = changed.headers.date !== undefined;
          outgoing.writeHead(changed.status, changed.headers).end(changed.body);
        });
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }

  function findChange(contentType: string, path: string): ((answer: TextAnswer) => TextAnswer) | null {
    const { rewrite, rewriteAnswer, rewriteFile } = proxy;
    if (contentType.includes("csv") && rewriteFile)
      return (answer) => ({ ...answer, body: rewriteFile(answer.body) });
    if (!contentType.includes("json") || !(rewrite || rewriteAnswer)) return null;
    return ({ body, ...answer }) => {
      const parsed: unknown = JSON.parse(body);
      const json = rewrite ? rewrite(parsed, path) : parsed;
      const changed = rewriteAnswer?.({ ...answer, json }, path) ?? { ...answer, json };
      if (typeof changed === "string") return { ...answer, body: changed };
      return { ...changed, body: JSON.stringify(changed.json) ?? "" };
    };
  }

  await new Promise<void>((ready) => server.listen(0, ready));
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}
