import { encode } from "next-auth/jwt";
import { beforeEach, expect, it } from "vitest";
import { useSecrets } from "@/testing/dashboard-database";
import { sessionToken } from "./session-token";

const OLD = "the old secret, long enough to be one too";
const NEW = "the new secret, long enough to be one as well";

beforeEach(() => useSecrets(OLD));

const encodeSession = () => sessionToken.encode({ token: { sid: "1" }, secret: "", maxAge: 60 });

it("survives a rotation while the previous secret is set", async () => {
  const token = await encodeSession();
  useSecrets(NEW, [OLD]);
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
  useSecrets(NEW);
  expect(await sessionToken.decode({ token })).toBeNull();
});

it("is made with the current secret, by a key for sessions alone", async () => {
  useSecrets(NEW, [OLD]);
  const token = await encodeSession();
  useSecrets(NEW);
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
  useSecrets(OLD);
  expect(await sessionToken.decode({ token })).toBeNull();
});

it("made before sessions had a key of their own is still good", async () => {
  const token = await encode({ token: { sid: "1" }, secret: OLD });
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
  useSecrets(NEW, [OLD]);
  expect(await sessionToken.decode({ token })).toMatchObject({ sid: "1" });
});

it.each(["", "rubbish", "a.b.c.d.e"])("%j is nobody's", async (token) => {
  expect(await sessionToken.decode({ token })).toBeNull();
});
