import type { AddressInfo } from "node:net";
import { hostForClients } from "@/lib/domain/settings/loopback";
import { createApp } from "./app";
import { createServer } from "./http/create-server";
import { openSandbox, type SandboxOptions } from "./open-sandbox";
import type { Worlds } from "./worlds/worlds";

export type Served = { url: string; worlds: Worlds; close(): Promise<void> };

type ServeOptions = SandboxOptions & {
  host: string;
  /** 0 is any free one. */
  port: number;
  /** Requests wait until this has ended. */
  prepare?: (served: Pick<Served, "url" | "worlds">) => Promise<void>;
};

/** Opens the worlds and listens. */
export async function serveSandbox(options: ServeOptions): Promise<Served> {
  const { host, port, prepare } = options;
  const { worlds, close } = await openSandbox(options);
  const app = createApp(worlds);
  let admitRequests = () => {};
  const prepared = new Promise<void>((resolve) => {
    admitRequests = resolve;
  });
  const server = createServer({
    fetch: async (request, bindings) => {
      await prepared;
      return app.fetch(request, bindings);
    },
  });
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await close();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    const url = `http://${hostForClients(host)}:${(server.address() as AddressInfo).port}`;
    await prepare?.({ url, worlds });
    admitRequests();
    return { url, worlds, close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
