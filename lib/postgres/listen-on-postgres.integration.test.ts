import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { listenOnPostgres } from "./listen-on-postgres";
import type { Database } from "./open-database";
import { onlyOn, openTestDatabase } from "./testing";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it("hears what is said on its channel until it is stopped", async () => {
  const heard: string[] = [];
  const listening = await db.listen("loud", { onMessage: (said) => heard.push(said), onReconnect: () => {} });
  await db.pool.query("notify loud, 'hello'");
  await vi.waitFor(() => expect(heard).toEqual(["hello"]));
  await listening.stop();
});

// The embedded engine listens in-process: it has no connection to lose.
onlyOn("postgres", () => {
  describe("a listening connection that falls silent without being closed", () => {
    it("is noticed and replaced", async () => {
      const proxy = await openProxy(new URL(inject("postgresUrl")));
      const { rows } = await db.pool.query<{ name: string }>("select current_database() as name");
      const url = new URL(inject("postgresUrl"));
      url.host = `127.0.0.1:${proxy.port}`;
      url.pathname = `/${rows[0]?.name}`;
      const heard: string[] = [];
      const onReconnect = vi.fn();
      const listening = await listenOnPostgres(
        url.href,
        "quiet",
        { onMessage: (payload) => heard.push(payload), onReconnect },
        { checkEveryMs: 200 },
      );
      await db.pool.query("notify quiet, 'before'");
      await vi.waitFor(() => expect(heard).toEqual(["before"]));

      proxy.silence();
      await db.pool.query("notify quiet, 'into the void'");
      await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled(), { timeout: 10_000 });
      await db.pool.query("notify quiet, 'after'");
      await vi.waitFor(() => expect(heard).toEqual(["before", "after"]));
      await listening.stop();
      await proxy.close();
    });
  });
});

/** Passes bytes on. `silence` leaves the connections of that moment open and passes nothing more on them. */
async function openProxy(target: URL) {
  let pairs: [Socket, Socket][] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    pairs.push([near, far]);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" ? address?.port : undefined,
    silence() {
      for (const sockets of pairs) {
        for (const socket of sockets) {
          socket.unpipe();
          socket.pause();
        }
      }
    },
    async close() {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy();
      pairs = [];
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
