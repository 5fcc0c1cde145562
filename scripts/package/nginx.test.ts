import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { request } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkNginxConfig, startNginx, writeNginxConfig } from "@/e2e/fixtures/nginx";
import { findFreePorts } from "@/scripts/ports.mjs";

let temporary: string;
beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "cardwell-nginx-"));
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

it("nginx accepts the example's configuration", async () => {
  const folder = join(temporary, "as-it-is");
  mkdirSync(folder);
  const path = await writeNginxConfig(folder, { http: 18_080, https: 18_443, copies: [13_001, 13_002] });
  checkNginxConfig(path);
  writeFileSync(path, readFileSync(path, "utf8").replace("proxy_buffering off", "proxy_buffering perhaps"));
  expect(() => checkNginxConfig(path)).toThrow();
});

it("nginx asks the other copy if a machine is gone, also for a POST", async () => {
  const folder = join(temporary, "nginx-with-one-machine");
  mkdirSync(folder);
  const gone = await startMachineThatIsGone();
  const other = createServer((_, response) => void response.end("from the other copy"));
  await once(other.listen(0, "127.0.0.1"), "listening");
  const [http = 0, https = 0] = await findFreePorts(2);
  const copies = [gone.port, (other.address() as AddressInfo).port] as const;
  const nginx = await startNginx(folder, { http, https, copies });
  try {
    const browsers = Array.from({ length: 20 }, (_, browser) => browser);
    const statuses = await Promise.all(
      browsers.map((browser) => ask(https, browser % 2 ? "POST" : "GET", `session-${browser}`)),
    );
    expect(statuses).toEqual(browsers.map(() => 200));
    expect(nginx.answers().some((line) => line.includes(`:${gone.port}, `))).toBe(true);
  } finally {
    await nginx.stop();
    other.close();
    gone.stop();
  }
});

/** Packets to it are lost: it accepts no connection, and its queue of them is full. */
async function startMachineThatIsGone(): Promise<{ port: number; stop(): void }> {
  const program = `require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, function () {
    console.log(this.address().port);
  })`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [output] = await once(child.stdout, "data");
  const port = Number(output);
  child.kill("SIGSTOP");
  const sockets = Array.from({ length: 6 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await expect.poll(() => sockets.filter(({ connecting }) => !connecting).length).toBeGreaterThan(1);
  return {
    port,
    stop() {
      for (const socket of sockets) socket.destroy();
      child.kill("SIGKILL");
    },
  };
}

async function ask(port: number, method: string, session: string): Promise<number | undefined> {
  const headers = { host: "localhost", cookie: `__Host-cardwell.session=${session}` };
  const asked = request({
    port,
    host: "127.0.0.1",
    method,
    headers,
    rejectUnauthorized: false,
    agent: false,
  });
  const [response] = (await once(asked.end(), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
