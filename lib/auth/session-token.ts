import "server-only";
import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from "next-auth/jwt";
import { keysFor } from "@/lib/db/keys";
import { env } from "@/lib/env";

/** next-auth's secret: a key derived for sessions only. */
export function sessionSecret(): string {
  return toSecret(keysFor("session")[0].bytes);
}

/** Cookies are encrypted with the current secret, and stay valid after a rotation while the previous one is configured. */
export const sessionToken = {
  encode: (params: JWTEncodeParams): Promise<string> => encode({ ...params, secret: sessionSecret() }),

  /** Returns null for a cookie that was tampered with or that no configured secret can decrypt. */
  async decode({ token }: Pick<JWTDecodeParams, "token">): Promise<JWT | null> {
    if (!token) return null;
    const { authSecret, previousSecrets } = env();
    // Cookies from before sessions had a derived key were encrypted with the secret itself.
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
