import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskeyResponse, PasskeyResponse } from "@/lib/domain/people/passkey-response";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Overrides = { origin?: string; domain?: string; isVerified?: boolean; counter?: number };

/** Answers challenges like a device that holds one passkey. */
export function createSoftwarePasskey(site: { origin: string; domain: string }, personId: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const clientData = (type: string, challenge: string, origin = site.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(
    flags: number,
    { domain = site.domain, isVerified = true }: Overrides,
    count: number,
  ) {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    const verified = isVerified ? USER_VERIFIED : 0;
    return Buffer.concat([sha256(domain), Buffer.from([flags | USER_PRESENT | verified]), counted]);
  }

  return {
    id,

    create(challenge: string, overrides: Overrides = {}): NewPasskeyResponse {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const authData = Buffer.concat([
        authenticatorData(HAS_CREDENTIAL, overrides, 0),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      return {
        ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
        response: {
          clientDataJSON: encode(clientData("webauthn.create", challenge, overrides.origin)),
          attestationObject: encode(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ["internal"],
        },
      };
    },

    use(challenge: string, overrides: Overrides = {}): PasskeyResponse {
      counter += 1;
      const data = authenticatorData(0, overrides, overrides.counter ?? counter);
      const client = clientData("webauthn.get", challenge, overrides.origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle: Buffer.from(personId.replaceAll("-", ""), "hex").toString("base64url"),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
