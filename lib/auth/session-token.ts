import "server-only";
import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from "next-auth/jwt";
import { keysFor } from "@/lib/db/keys";
import { env } from "@/lib/env";

/** What next-auth makes its cookies with: a key for sessions alone, so that no other use of the secret touches them. */
export function sessionSecret(): string {
  return toSecret(keysFor("session")[0].bytes);
}

/** Session cookies are made with the current secret, and survive its rotation as long as the previous one is set. */
export const sessionToken = {
  encode: (params: JWTEncodeParams): Promise<string> => encode({ ...params, secret: sessionSecret() }),

  /** Null for a cookie that was forged or altered, or made with a secret that this server does not have. */
  async decode({ token }: Pick<JWTDecodeParams, "token">): Promise<JWT | null> {
    if (!token) return null;
    const { authSecret, previousSecrets } = env();
    // The last ones are from before sessions had a key of their own.
    const secrets = [
      ...keysFor("session").map(({ bytes }) => toSecret(bytes)),
      authSecret,
      ...previousSecrets,
    ];
    for (const secret of secrets) {
      const claims = await decode({ token, secret }).catch(() => null);
      if (claims) return claims;
    }
    return null;
  },
};

function toSecret(key: Buffer): string {
  return key.toString("base64url");
}
