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
 * Marks a browser in which this person has proven who they are. It opens nothing: it only gives that browser its own
 * allowance of attempts, so that strangers who guess cannot lock the owner out. A new password ends it.
 */
export function deviceCookie(owner: Owner) {
  const deviceId = randomUUID();
  const issuedAt = Math.floor(Date.now() / 1000).toString();
  return {
    name: cookieName(owner),
    value: [deviceId, issuedAt, sign("device", textToSign(owner, deviceId, issuedAt))].join("."),
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure: isHttps(),
    maxAge: LIFETIME_SECONDS,
  } as const;
}

/** Sets the cookie after its sign-in or password change is committed, so a failure here is logged and not passed on. */
export async function setDeviceCookie(cookie: ReturnType<typeof deviceCookie>): Promise<void> {
  try {
    (await cookies()).set(cookie);
  } catch (error) {
    log().warn({ err: error }, "Could not set the device cookie");
  }
}

/** The device of a browser in which this person signed in before; null for a stranger's. */
export function findDevice(owner: Owner, readCookie: (name: string) => string | undefined): string | null {
  const [deviceId = "", issuedAt = "", given = ""] = readCookie(cookieName(owner))?.split(".") ?? [];
  if (!isSignatureValid("device", textToSign(owner, deviceId, issuedAt), given)) return null;
  return Number(issuedAt) > Date.now() / 1000 - LIFETIME_SECONDS ? deviceId : null;
}

/** One for each person, so that people who share a browser do not push each other out. */
function cookieName({ id }: Owner): string {
  return `${isHttps() ? "__Host-" : ""}cardwell.device.${id}`;
}

function textToSign({ id, passwordHash }: Owner, deviceId: string, issuedAt: string): string {
  return JSON.stringify([id, passwordHash, deviceId, issuedAt]);
}

function isHttps(): boolean {
  return env().publicUrl.protocol === "https:";
}
