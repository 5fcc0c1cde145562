import { describe, expect, it } from "vitest";
import { readAuthRequest } from "./auth-request";

const ORIGIN = "http://localhost:3000";
const SIGN_IN = "/api/auth/callback/credentials";
const FORM = "application/x-www-form-urlencoded";

async function statusOf(path: string, init?: RequestInit): Promise<number> {
  const read = await readAuthRequest(new Request(`${ORIGIN}${path}`, init));
  return read instanceof Response ? read.status : 200;
}

function post(body: BodyInit, contentType: string = FORM): RequestInit & { duplex: "half" } {
  return { method: "POST", headers: { "content-type": contentType }, body, duplex: "half" };
}

describe("a request to sign in or out", () => {
  it("is passed on unchanged if each field occurs once", async () => {
    const body = "csrfToken=t&email=a%40b.test&password=%26%3D&json=true";
    const read = await readAuthRequest(
      new Request(`${ORIGIN}${SIGN_IN}`, post(body, `${FORM}; charset=UTF-8`)),
    );
    if (read instanceof Response) throw new Error(`rejected: ${read.status}`);
    expect(await read.text()).toBe(body);
    expect(read.headers.get("content-type")).toContain(FORM);
  });

  it.each(["error?error=%00", "error?error=%0d%0a", "signin?callbackUrl=%F0%9F%98%80"])(
    "can't have text that no redirect can have: %s",
    async (path) => {
      expect(await statusOf(`/api/auth/${path}`)).toBe(400);
    },
  );

  it.each(["csrf", "providers", "signin", "error"])("may be a GET of %s", async (name) => {
    expect(await statusOf(`/api/auth/${name}`)).toBe(200);
  });

  it.each([
    `${SIGN_IN}/x`,
    "/api/auth/callback/%63redentials",
    "/api/auth/%63allback/credentials",
    "/api/auth/callback//credentials",
    "/api/auth/callback/credentials/",
    "/api/auth/callback/credentials%2f",
    "/api/auth/Callback/Credentials",
    "/api/auth/signin/credentials",
    "/api/auth/session",
    "/api/auth/_log",
    "/api/auth/callback/other",
  ])("is rejected at %s", async (path) => {
    expect(await statusOf(path, post("email=a&password=b"))).toBe(404);
  });

  it.each([
    "/api/auth/callback/credentials",
    "/api/auth/signout",
    "/api/auth/verify-request",
    "/api/auth/session",
  ])("can't be a GET of %s", async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  it.each([
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    `application/json, ${FORM}`,
    "",
  ])("can't have the content type %j", async (contentType) => {
    expect(await statusOf(SIGN_IN, post('{"email":"a"}', contentType))).toBe(415);
  });

  it.each(["email=a&email=b&password=c", "email=a&%65mail=b", "password=a&email=b&password=a"])(
    "can't repeat a field: %s",
    async (body) => {
      expect(await statusOf(SIGN_IN, post(body))).toBe(400);
    },
  );

  it("is rejected by its content length before the body is read", async () => {
    const body = new ReadableStream({
      pull() {
        throw new Error("was read");
      },
    });
    const init = post(body);
    const headers = { ...init.headers, "content-length": "20000000" };
    expect(await statusOf(SIGN_IN, { ...init, headers })).toBe(413);
  });

  it("is rejected at the size limit if it has no content length", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(8_192).fill(97));
      },
    });
    expect(await statusOf(SIGN_IN, post(body))).toBe(413);
    expect(pulled).toBeLessThan(10);
  });
});
