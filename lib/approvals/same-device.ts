import "server-only";
import { cookies } from "next/headers";
import { findDevice } from "@/lib/auth/device-cookie";
import { findPerson } from "@/lib/auth/people";
import type { RequestInfo } from "@/lib/auth/request-info";
import { pool } from "@/lib/db/database";
import type { Requester } from "./requests";

const AGENT_MAX_CHARACTERS = 300;

/** What identifies the browser of the person who asks. */
export async function describeRequester(
  personId: string,
  { address, userAgent }: Pick<RequestInfo, "address" | "userAgent">,
): Promise<Requester> {
  return {
    id: personId,
    address,
    agent: userAgent?.slice(0, AGENT_MAX_CHARACTERS) ?? null,
    device: await findDeviceOf(personId),
  };
}

/** This browser is the requester's, by their device cookie or by its address and user agent. */
export async function isSameDevice(
  requester: Requester,
  { address, userAgent }: { address: string; userAgent: string | null },
): Promise<boolean> {
  if (requester.device !== null && (await findDeviceOf(requester.id)) === requester.device) return true;
  const agent = userAgent?.slice(0, AGENT_MAX_CHARACTERS) ?? null;
  return agent !== null && requester.address === address && requester.agent === agent;
}

/** From this browser's cookies; each person has their own. */
async function findDeviceOf(personId: string): Promise<string | null> {
  const person = await findPerson(await pool(), personId);
  if (!person) return null;
  const jar = await cookies();
  return findDevice(person, (name) => jar.get(name)?.value);
}
