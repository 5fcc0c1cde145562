import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type IssuerCall = { method: string; path: string; atMs: number };
export type Outage = "cut" | "silent";
type Refusal = { status: number; headers?: Record<string, string> };

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
    /** Changes JSON. */
    rewrite: null as ((value: unknown, path: string) => unknown) | null,
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
    const { method, url: path, headers } = incoming;
    const onward = request({ port: sandboxPort, method, path, headers }, async (answer) => {
      await proxy.holdAnswer(call);
      const change = findChange(String(answer.headers["content-type"]), path ?? "");
      if (!change) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.pipe(outgoing);
      }
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const body = change(Buffer.concat(chunks).toString());
        const { "content-length": _, "transfer-encoding": __, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept).end(body);
      });
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }

  function findChange(contentType: string, path: string): ((body: string) => string) | null {
    const { rewrite, rewriteFile } = proxy;
    if (rewrite && contentType.includes("json"))
      return (body) => JSON.stringify(rewrite(JSON.parse(body), path));
    return contentType.includes("csv") ? rewriteFile : null;
  }

  await new Promise<void>((ready) => server.listen(0, ready));
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}
