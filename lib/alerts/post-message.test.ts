import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { verifyWebhook } from "@/lib/events/verify-webhook";
import { postMessage, signatureHeaders } from "./post-message";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function startReceiver(respond: RequestListener): Promise<URL> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=hush`);
}

const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;
const verify = (headers: Record<string, string>, body: string, secret: string) =>
  verifyWebhook(new Headers(headers), body, { secrets: [secret], token: null }).verdict;

describe("a signature", () => {
  it("is what our own receiver accepts, and nothing else is", () => {
    const headers = signatureHeaders("id-1", "{}", [SECRET], new Date());
    expect(verify(headers, "{}", SECRET)).toBe("accepted");
    expect(verify(headers, "{ }", SECRET)).not.toBe("accepted");
    expect(verify(headers, "{}", OTHER)).toBe("wrong-secret");
    expect(verify({ ...headers, "webhook-id": "id-2" }, "{}", SECRET)).toBe("wrong-secret");
  });

  it("is old after five minutes", () => {
    const headers = signatureHeaders("id-1", "{}", [SECRET], new Date(Date.now() - 301_000));
    expect(verify(headers, "{}", SECRET)).toBe("too-old");
  });

  it("is made with both secrets during a rotation", () => {
    const headers = signatureHeaders("id-1", "{}", [SECRET, OTHER], new Date());
    for (const secret of [SECRET, OTHER]) expect(verify(headers, "{}", secret)).toBe("accepted");
  });
});

describe("posting a message", () => {
  it("never reaches a private address, by number or by name, unless its host is allowed", async () => {
    let requests = 0;
    const url = await startReceiver((_, response) => {
      requests += 1;
      response.end();
    });
    const port = url.port;
    const refused = [
      url.href,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      "https://169.254.169.254/latest/meta-data",
      "http://example.com/",
    ];
    for (const target of refused)
      expect((await postMessage(target, "{}", {}, { privateHosts: [] })).is, target).toBe("failed");
    expect(requests).toBe(0);
    expect(await postMessage(url.href, "{}", {}, { privateHosts: [url.host.toUpperCase()] })).toEqual({
      is: "sent",
      answer: "The receiver answered 200.",
    });
  });

  it("checks the address that the name resolves to for the connection itself", async () => {
    const resolve = ((_: string, __: object, callback: (error: null, found: object[]) => void) =>
      callback(null, [{ address: "10.0.0.8", family: 4 }])) as never;
    const outcome = await postMessage("https://hooks.example.com/", "{}", {}, { privateHosts: [], resolve });
    expect(outcome).toMatchObject({ is: "failed", problem: expect.stringContaining("private network") });
  });

  it.each([
    ["ENOTFOUND", "The receiver couldn’t be reached. The host name doesn’t exist."],
    ["EODD", "The receiver couldn’t be reached (EODD)."],
  ])("says in words why it couldn't connect: %s", async (code, problem) => {
    const resolve = ((_: string, __: object, callback: (error: Error) => void) =>
      callback(Object.assign(new Error(code), { code }))) as never;
    const outcome = await postMessage("https://hooks.example.com/", "{}", {}, { privateHosts: [], resolve });
    expect(outcome).toEqual({ is: "failed", problem });
  });

  it.each([
    [302, "redirects aren’t followed"],
    [500, "The receiver answered 500."],
    [404, "The receiver answered 404."],
  ])("has failed with %s", async (status, problem) => {
    const url = await startReceiver((_, response) =>
      response.writeHead(status, { location: "http://127.0.0.1/" }).end("secret reply"),
    );
    const outcome = await postMessage(url.href, "{}", {}, { privateHosts: [url.host] });
    expect(outcome).toMatchObject({ is: "failed", problem: expect.stringContaining(problem) });
    expect(JSON.stringify(outcome)).not.toMatch(/hush|secret reply/);
  });

  it("has failed if the receiver switches to another protocol", async () => {
    const server = createSocketServer((socket) =>
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
      ),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stops.push(() => server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await postMessage(`http://${host}/`, "{}", {}, { privateHosts: [host], timeoutMs: 500 });
    expect(outcome).toEqual({ is: "failed", problem: "The receiver answered 101." });
  });

  it("gives up on a receiver that doesn't answer", async () => {
    const url = await startReceiver(() => undefined);
    const outcome = await postMessage(url.href, "{}", {}, { privateHosts: [url.host], timeoutMs: 50 });
    expect(outcome).toEqual({ is: "failed", problem: "The receiver didn’t answer in time." });
  });
});
