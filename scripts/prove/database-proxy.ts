import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands between dashboard and PostgreSQL: can cut connections, refuse new ones, and stop passing bytes on. */
export async function startDatabaseProxy(databaseUrl: string) {
  const database = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  const proxy = {
    url: "",
    isRefusing: false,
    /** Connections stay open and nothing arrives, in either direction. */
    setStalled(isStalled: boolean) {
      for (const socket of [...pairs].flat()) isStalled ? socket.pause() : socket.resume();
    },
    /** Resets every connection, with whatever was under way. */
    cut() {
      for (const socket of [...pairs].flat()) socket.resetAndDestroy();
    },
    close: () => {
      proxy.cut();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
  const server = createServer((client) => {
    if (proxy.isRefusing) return void client.resetAndDestroy();
    const upstream = connect({ host: database.hostname, port: Number(database.port) });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client]] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  proxy.url = url.toString();
  return proxy;
}
