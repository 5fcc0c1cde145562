import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { beginPasskeyConfirmation } from "@/lib/actions/begin-passkey-confirmation";
import { beginPasskeySignIn } from "@/lib/actions/begin-passkey-sign-in";
import { confirmIdentity } from "@/lib/actions/confirm-identity";
import { confirmSignIn } from "@/lib/actions/confirm-sign-in";
import { newOperationId } from "./operation-id";
import { postSignIn } from "./sign-in";

// Import this module with `import()`, when a person uses a passkey: nobody else needs its code.

const UNREACHABLE = "We couldn’t reach Cardwell. Check your connection and try again.";

type Answer<T> = { ok: true; response: T } | { ok: false; message: string };

export function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  return ask(() => startRegistration({ optionsJSON }));
}

/** The second step after the password. Returns null on success, otherwise the message to show. */
export async function confirmWithPasskey(): Promise<string | null> {
  const begun = await beginPasskeyConfirmation().catch(() => null);
  if (!begun?.ok) return begun?.error.message ?? UNREACHABLE;
  const answer = await answerWithPasskey(begun.data);
  if (!answer.ok) return answer.message;
  const result = await confirmSignIn({ passkey: answer.response }).catch(() => null);
  return result?.ok ? null : (result?.error.message ?? UNREACHABLE);
}

/** For a signed-in person. Returns null on success, otherwise the message to show. */
export async function confirmIdentityWithPasskey(): Promise<string | null> {
  const begun = await beginPasskeyConfirmation().catch(() => null);
  if (!begun?.ok) return begun?.error.message ?? UNREACHABLE;
  const answer = await answerWithPasskey(begun.data);
  if (!answer.ok) return answer.message;
  const proof = { way: "passkey", passkey: answer.response } as const;
  const result = await confirmIdentity(newOperationId(), proof).catch(() => null);
  return result?.ok ? null : (result?.error.message ?? UNREACHABLE);
}

/** Without a password. Returns null on success, otherwise the message to show. */
export async function signInWithPasskey(): Promise<string | null> {
  const begun = await beginPasskeySignIn().catch(() => null);
  if (!begun?.ok) return begun?.error.message ?? UNREACHABLE;
  const answer = await answerWithPasskey(begun.data);
  if (!answer.ok) return answer.message;
  const rejected = "This passkey wasn’t accepted. Sign in with your password.";
  return postSignIn("passkey", { response: JSON.stringify(answer.response) }, rejected);
}

function answerWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  return ask(() => startAuthentication({ optionsJSON }));
}

async function ask<T>(start: () => Promise<T>): Promise<Answer<T>> {
  if (!browserSupportsWebAuthn()) return { ok: false, message: "This browser doesn’t support passkeys." };
  try {
    return { ok: true, response: await start() };
  } catch (error) {
    return { ok: false, message: explain(error) };
  }
}

function explain(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "This device already has one of your passkeys.";
  if (error instanceof Error && error.name === "NotAllowedError")
    return "No passkey was used. Try again when you’re ready.";
  return "This device couldn’t use a passkey.";
}
