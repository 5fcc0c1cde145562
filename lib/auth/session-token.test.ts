import { encode } from "next-auth/jwt";
import { beforeEach, expect, it } from "vitest";
import { useSecrets } from "@/testing/dashboard-database";
import { sessionToken } from "./session-token";

const OLD = "the old secret, long enough to be one too";
const NEW = "the new secret, long enough to be one as well";

beforeEach(() => useSecrets(OLD));

const encodeSession = () => sessionToken.encode({ token: { sid: "1" }, secret: "", maxAge: 60 });

it("a session token stays valid after a rotation while the previous secret is configured", async () => {
  const token = await encodeSession();
  useSecrets(NEW, [OLD]);
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
  useSecrets(NEW);
  expect(await sessionToken.decode({ token })).toBeNull();
});

it("a session token is encrypted with the current secret", async () => {
  useSecrets(NEW, [OLD]);
  const token = await encodeSession();
  useSecrets(NEW);
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
  useSecrets(OLD);
  expect(await sessionToken.decode({ token })).toBeNull();
});

it("a session token from before sessions had a derived key is still valid", async () => {
  const token = await encode({ token: { sid: "1" }, secret: OLD });
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
  useSecrets(NEW, [OLD]);
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
});

it.each(["", "garbage", "a.b.c.d.e"])("%j is not a valid session token", async (token) => {
  expect(await sessionToken.decode({ token })).toBeNull();
});
