import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { onlyOn, openTestDatabase } from "@/testing/database";
import type { Database } from "./database";
import { listenOnPostgres } from "./listen-on-postgres";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it("receives messages on its channel until it is stopped", async () => {
  const received: string[] = [];
  const listening = await db.listen("loud", {
    onMessage: (payload) => received.push(payload),
    onReconnect: () => {},
  });
  await db.pool.query("notify loud, 'hello'");
  await expect.poll(() => received).toEqual(["hello"]);
  await listening.stop();
});

it("receives messages after a failed query, and until the last listener of the channel is stopped", async () => {
  const received: string[] = [];
  const listenAs = (name: string) =>
    db.listen("shared", {
      onMessage: (payload) => received.push(`${name}: ${payload}`),
      onReconnect: () => {},
    });
  const [first, second] = [await listenAs("first"), await listenAs("second")];
  await expect(db.pool.query("select nothing")).rejects.toThrow();
  await db.pool.query("notify shared, 'one'");
  await expect.poll(() => received.toSorted()).toEqual(["first: one", "second: one"]);
  await first.stop();
  await db.pool.query("notify shared, 'two'");
  await expect.poll(() => received).toContain("second: two");
  expect(received).not.toContain("first: two");
  await second.stop();
});

// The connection to the embedded engine can't be lost while the engine runs.
onlyOn("postgres", () => {
  /** The URL of the test database through the proxy. */
  async function urlThrough({ port }: Proxy): Promise<string> {
    const { rows } = await db.pool.query<{ name: string }>("select current_database() as name");
    const url = new URL(inject("postgresUrl"));
    url.host = `127.0.0.1:${port}`;
    url.pathname = `/${rows[0]?.name}`;
    return url.href;
  }

  const ignoreAll = { onMessage: () => {}, onReconnect: () => {} };

  it("can be stopped while it reconnects, without leaving a connection open", async () => {
    const proxy = await openProxy(new URL(inject("postgresUrl")));
    const listening = await listenOnPostgres(await urlThrough(proxy), "brief", ignoreAll);
    const release = proxy.delayConnections();
    proxy.drop();
    await expect.poll(() => proxy.countWaiting()).toBe(1);
    await listening.stop();
    release();
    await expect.poll(() => proxy.countOpen()).toBe(0);
    await proxy.close();
  });

  it("can be stopped while its connection doesn't respond", async () => {
    const proxy = await openProxy(new URL(inject("postgresUrl")));
    const listening = await listenOnPostgres(await urlThrough(proxy), "brief", ignoreAll);
    proxy.freeze();
    await listening.stop();
    await proxy.close();
  });

  describe("a connection that stops responding without being closed", () => {
    it("is detected and replaced", async () => {
      const proxy = await openProxy(new URL(inject("postgresUrl")));
      const received: string[] = [];
      const onReconnect = vi.fn();
      const listening = await listenOnPostgres(
        await urlThrough(proxy),
        "quiet",
        { onMessage: (payload) => received.push(payload), onReconnect },
        { checkIntervalMs: 200 },
      );
      await db.pool.query("notify quiet, 'before'");
      await expect.poll(() => received).toEqual(["before"]);

      proxy.freeze();
      await db.pool.query("notify quiet, 'into the void'");
      await expect.poll(() => onReconnect).toHaveBeenCalled();
      await db.pool.query("notify quiet, 'after'");
      await expect.poll(() => received).toEqual(["before", "after"]);
      await listening.stop();
      await proxy.close();
    });
  });
});

type Proxy = Awaited<ReturnType<typeof openProxy>>;

/**
 * A TCP proxy. `freeze` keeps current connections open without forwarding anything; `delayConnections` holds new ones
 * back until they are released.
 */
async function openProxy(target: URL) {
  let pairs: [Socket, Socket][] = [];
  let waiting: Socket[] | null = null;
  const open = new Set<Socket>();
  const forward = (client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    pairs.push([client, upstream]);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  };
  const server = createServer((client) => {
    open.add(client);
    client.on("close", () => open.delete(client));
    client.on("error", () => undefined);
    if (waiting) waiting.push(client);
    else forward(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const drop = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
    pairs = [];
  };
  return {
    port: typeof address === "object" ? address?.port : undefined,
    countOpen: () => open.size,
    countWaiting: () => waiting?.length ?? 0,
    delayConnections() {
      waiting = [];
      return () => {
        for (const client of waiting ?? []) forward(client);
        waiting = null;
      };
    },
    drop,
    freeze() {
      for (const sockets of pairs) {
        for (const socket of sockets) {
          socket.unpipe();
          socket.pause();
        }
      }
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
