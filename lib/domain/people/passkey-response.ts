import { z } from "zod";

/** The longest part is a key of a browser's own format; none comes near it. */
const Encoded = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(8_000);

const common = { id: Encoded, rawId: Encoded, type: z.literal("public-key") };
// Nothing of it is used.
const clientExtensionResults = z.unknown().transform(() => ({}));

/** What a browser returns for a new passkey, in the words of the WebAuthn standard. */
export const NewPasskeyResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
  clientExtensionResults,
});
export type NewPasskeyResponse = z.output<typeof NewPasskeyResponse>;

/** What a browser returns for a passkey that was used. */
export const PasskeyResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded.optional(),
  }),
  clientExtensionResults,
});
export type PasskeyResponse = z.output<typeof PasskeyResponse>;
