import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { seal, unseal } from "@/lib/db/seal";
import { env } from "@/lib/env";

const LIFETIME_SECONDS = 600;
/** Each tab has its own; more would fill up the request's headers. */
const MAX_ATTEMPTS = 4;
const CONTEXT = "single-sign-on attempt";

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  startedAtMs: z.number(),
  next: z.string(),
  purpose: z.discriminatedUnion("is", [
    z.object({ is: z.literal("sign-in") }),
    /** The token of a one-time link: its person is linked to the account at the provider. */
    z.object({ is: z.literal("link"), token: z.string() }),
    z.object({ is: z.literal("reauthenticate"), sessionId: z.string() }),
  ]),
});
/** What must match when the browser comes back from the provider. */
export type Attempt = z.infer<typeof Attempt>;
export type Purpose = Attempt["purpose"];

/** Stored encrypted in the browser that started it, so that no other browser can finish it. */
export async function storeAttempt(attempt: Attempt): Promise<void> {
  const jar = await cookies();
  const open = jar.getAll().filter(({ name }) => name.startsWith(cookiePrefix()));
  if (open.length >= MAX_ATTEMPTS) for (const { name } of open) jar.set({ ...cookieOf(name), maxAge: 0 });
  jar.set({
    ...cookieOf(cookieName(attempt.state)),
    value: seal(attempt, CONTEXT),
    maxAge: LIFETIME_SECONDS,
  });
}

/** Returns null if this browser didn't start it or took too long. An attempt can be taken once. */
export async function takeAttempt(state: string | null): Promise<Attempt | null> {
  if (!state) return null;
  const jar = await cookies();
  const name = cookieName(state);
  const value = jar.get(name)?.value;
  if (!value) return null;
  jar.set({ ...cookieOf(name), maxAge: 0 });
  const attempt = Attempt.safeParse(unseal(value, CONTEXT));
  if (!attempt.success || attempt.data.state !== state) return null;
  return Date.now() - attempt.data.startedAtMs < LIFETIME_SECONDS * 1_000 ? attempt.data : null;
}

/** `Lax`, because the browser comes back from another site. */
function cookieOf(name: string) {
  return { name, value: "", httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() } as const;
}

function cookieName(state: string): string {
  return cookiePrefix() + state.replace(/[^\w-]/g, "").slice(0, 16);
}

function cookiePrefix(): string {
  return `${isHttps() ? "__Host-" : ""}cardwell.single-sign-on.`;
}

function isHttps(): boolean {
  return env().publicUrl.protocol === "https:";
}
