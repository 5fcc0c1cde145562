import "server-only";
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { isSignatureValid, sign } from "@/lib/db/keys";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Person } from "./people";

const LIFETIME_DAYS = 180;
const LIFETIME_SECONDS = LIFETIME_DAYS * 24 * 3600;

type Owner = Pick<Person, "id" | "passwordHash">;

/**
 * Marks a browser in which this person has signed in. It grants no access: it only gives the browser its own limit for
 * sign-in attempts, so that an attacker can't lock the person out. A new password invalidates it.
 */
export function deviceCookie(owner: Owner) {
  const deviceId = randomUUID();
  const issuedAt = Math.floor(Date.now() / 1000).toString();
  return {
    name: cookieName(owner),
    value: [deviceId, issuedAt, sign("device", signedText(owner, deviceId, issuedAt))].join("."),
    httpOnly: true,
    // Also sent when the browser comes back from the provider of single sign-on.
    sameSite: "lax",
    path: "/",
    secure: isHttps(),
    maxAge: LIFETIME_SECONDS,
  } as const;
}

/** Only logs a failure, because the sign-in or password change is already committed. */
export async function setDeviceCookie(cookie: ReturnType<typeof deviceCookie>): Promise<void> {
  try {
    (await cookies()).set(cookie);
  } catch (error) {
    log().warn({ err: error }, "Could not set the device cookie");
  }
}

/** Returns the device ID of a browser in which this person has signed in before; null for an unknown browser. */
export function findDevice(owner: Owner, readCookie: (name: string) => string | undefined): string | null {
  const [deviceId = "", issuedAt = "", signature = ""] = readCookie(cookieName(owner))?.split(".") ?? [];
  if (!isSignatureValid("device", signedText(owner, deviceId, issuedAt), signature)) return null;
  return Number(issuedAt) > Date.now() / 1000 - LIFETIME_SECONDS ? deviceId : null;
}

/** Each person has their own cookie, so that people can share a browser. */
function cookieName({ id }: Owner): string {
  return `${isHttps() ? "__Host-" : ""}cardwell.device.${id}`;
}

function signedText({ id, passwordHash }: Owner, deviceId: string, issuedAt: string): string {
  return JSON.stringify([id, passwordHash, deviceId, issuedAt]);
}

function isHttps(): boolean {
  return env().publicUrl.protocol === "https:";
}
