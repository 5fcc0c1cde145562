import type { AddressInfo } from "node:net";
import type { ApiError } from "@/lib/contract/error";
import { hostForClients } from "@/lib/domain/settings/loopback";
import { createApp } from "./app";
import { createServer } from "./http/create-server";
import { isKnownHost } from "./http/is-known-host";
import { openSandbox, type SandboxOptions } from "./open-sandbox";
import type { Worlds } from "./worlds/worlds";

export type Served = { url: string; worlds: Worlds; close(): Promise<void> };

type ServeOptions = SandboxOptions & {
  host: string;
  /** Other names under which it is asked. */
  hosts?: readonly string[];
  /** 0 is any free one. */
  port: number;
  /** Requests wait until this has ended. */
  prepare?: (served: Pick<Served, "url" | "worlds">) => Promise<void>;
};

const UNKNOWN_HOST = Response.json(
  {
    code: 421,
    message: "The sandbox isn't known by this name. Add it to SANDBOX_HOSTS",
    status: "failed",
  } satisfies ApiError,
  { status: 421 },
);

/** Opens the worlds and listens. */
export async function serveSandbox(options: ServeOptions): Promise<Served> {
  const { host, hosts = [], port, prepare } = options;
  const { worlds, close } = await openSandbox(options);
  const app = createApp(worlds);
  let admitRequests = () => {};
  const prepared = new Promise<void>((resolve) => {
    admitRequests = resolve;
  });
  const server = createServer({
    fetch: async (request, bindings) => {
      if (!isKnownHost(new URL(request.url).hostname, [host, ...hosts])) return UNKNOWN_HOST.clone();
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
