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

it("hears what is said on its channel until it is stopped", async () => {
  const heard: string[] = [];
  const listening = await db.listen("loud", { onMessage: (said) => heard.push(said), onReconnect: () => {} });
  await db.pool.query("notify loud, 'hello'");
  await expect.poll(() => heard).toEqual(["hello"]);
  await listening.stop();
});

// The embedded engine listens in-process: it has no connection to lose.
onlyOn("postgres", () => {
  /** The test's database as it is reached through a proxy. */
  async function urlThrough({ port }: Proxy): Promise<string> {
    const { rows } = await db.pool.query<{ name: string }>("select current_database() as name");
    const url = new URL(inject("postgresUrl"));
    url.host = `127.0.0.1:${port}`;
    url.pathname = `/${rows[0]?.name}`;
    return url.href;
  }

  const deaf = { onMessage: () => {}, onReconnect: () => {} };

  it("stops while it reconnects, and leaves no connection behind", async () => {
    const proxy = await openProxy(new URL(inject("postgresUrl")));
    const listening = await listenOnPostgres(await urlThrough(proxy), "brief", deaf);
    const release = proxy.holdNext();
    proxy.drop();
    await expect.poll(() => proxy.countHeld()).toBe(1);
    await listening.stop();
    release();
    await expect.poll(() => proxy.countOpen()).toBe(0);
    await proxy.close();
  });

  it("stops though its connection has fallen silent", async () => {
    const proxy = await openProxy(new URL(inject("postgresUrl")));
    const listening = await listenOnPostgres(await urlThrough(proxy), "brief", deaf);
    proxy.silence();
    await listening.stop();
    await proxy.close();
  });

  describe("a listening connection that falls silent without being closed", () => {
    it("is noticed and replaced", async () => {
      const proxy = await openProxy(new URL(inject("postgresUrl")));
      const heard: string[] = [];
      const onReconnect = vi.fn();
      const listening = await listenOnPostgres(
        await urlThrough(proxy),
        "quiet",
        { onMessage: (payload) => heard.push(payload), onReconnect },
        { checkEveryMs: 200 },
      );
      await db.pool.query("notify quiet, 'before'");
      await expect.poll(() => heard).toEqual(["before"]);

      proxy.silence();
      await db.pool.query("notify quiet, 'into the void'");
      await expect.poll(() => onReconnect).toHaveBeenCalled();
      await db.pool.query("notify quiet, 'after'");
      await expect.poll(() => heard).toEqual(["before", "after"]);
      await listening.stop();
      await proxy.close();
    });
  });
});

type Proxy = Awaited<ReturnType<typeof openProxy>>;

/**
 * Passes bytes on. `silence` leaves the connections of that moment open and passes nothing more on them; `holdNext`
 * lets new ones wait in front of the database until they are released.
 */
async function openProxy(target: URL) {
  let pairs: [Socket, Socket][] = [];
  let held: Socket[] | null = null;
  const open = new Set<Socket>();
  const passOn = (near: Socket) => {
    const far = connect(Number(target.port), target.hostname);
    pairs.push([near, far]);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  };
  const server = createServer((near) => {
    open.add(near);
    near.on("close", () => open.delete(near));
    near.on("error", () => undefined);
    if (held) held.push(near);
    else passOn(near);
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
    countHeld: () => held?.length ?? 0,
    holdNext() {
      held = [];
      return () => {
        for (const near of held ?? []) passOn(near);
        held = null;
      };
    },
    drop,
    silence() {
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
