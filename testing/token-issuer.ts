import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;

/** What the next token says, and how. Each test changes what it is about. */
export type TokenPlan = {
  /** Added to the ID token; undefined removes a claim. */
  claims: Json;
  header: Json;
  signWith: "own-key" | "other-key" | "nothing";
  /** Null if the userinfo endpoint fails. */
  userinfo: Json | null;
  tokenStatus: number;
  date: Date | null;
};

export type TokenIssuer = Awaited<ReturnType<typeof startTokenIssuer>>;

/**
 * An OpenID Connect provider that says what a test wants, right or wrong. It has no sign-in page: `authorize` takes the
 * place of the browser. The browser tests use a real provider.
 */
export async function startTokenIssuer() {
  const [own, other] = [
    generateKeyPairSync("rsa", { modulusLength: 2048 }),
    generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ];
  const state = { plan: defaultPlan(), issuer: "", hasMetadata: true };
  const codes = new Map<string, { nonce: string; challenge: string; clientId: string }>();
  const requests: { path: string; body: URLSearchParams; authorization: string | undefined }[] = [];

  function metadata(): Json {
    const { issuer } = state;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/end`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  function token(body: URLSearchParams): { status: number; json: Json } {
    const code = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (!code || code.challenge !== challenge) return { status: 400, json: { error: "invalid_grant" } };
    const { plan, issuer } = state;
    if (plan.tokenStatus !== 200) return { status: plan.tokenStatus, json: {} };
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: code.clientId,
      iat: now,
      exp: now + 300,
      nonce: code.nonce,
      ...plan.claims,
    };
    const key = plan.signWith === "other-key" ? other.privateKey : own.privateKey;
    const idToken = toToken(
      { alg: "RS256", kid: "own", ...plan.header },
      claims,
      plan.signWith === "nothing" ? null : key,
    );
    return {
      status: 200,
      json: { access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token: idToken },
    };
  }

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    requests.push({ path, body, authorization: request.headers.authorization });
    if (state.plan.date) response.setHeader("date", state.plan.date.toUTCString());
    if (path === "/.well-known/openid-configuration")
      return state.hasMetadata ? answer(response, 200, metadata()) : answer(response, 503, {});
    if (path === "/keys") {
      const jwk = own.publicKey.export({ format: "jwk" });
      return answer(response, 200, { keys: [{ ...jwk, kid: "own", alg: "RS256", use: "sig" }] });
    }
    if (path === "/userinfo")
      return state.plan.userinfo ? answer(response, 200, state.plan.userinfo) : answer(response, 500, {});
    if (path !== "/token") return answer(response, 404, {});
    const { status, json } = token(body);
    return answer(response, status, json);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    issuer: state.issuer,
    requests,
    /** Replaces the plan of the next token. */
    plan(changes: Partial<TokenPlan> = {}): void {
      state.plan = { ...defaultPlan(), ...changes };
    },
    setMetadata(isAvailable: boolean): void {
      state.hasMetadata = isAvailable;
    },
    /** What the browser brings back after the person has signed in. */
    authorize(authorizationUrl: string): URLSearchParams {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      codes.set(code, {
        nonce: asked.get("nonce") ?? "",
        challenge: asked.get("code_challenge") ?? "",
        clientId: asked.get("client_id") ?? "",
      });
      return new URLSearchParams({ code, state: asked.get("state") ?? "" });
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function defaultPlan(): TokenPlan {
  return { claims: {}, header: {}, signWith: "own-key", userinfo: null, tokenStatus: 200, date: null };
}

function toToken(header: Json, claims: Json, key: KeyObject | null): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${text}.${key ? createSign("RSA-SHA256").update(text).sign(key).toString("base64url") : ""}`;
}

function answer(response: ServerResponse, status: number, json: Json): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}
