import "server-only";
import { readRequestInfo } from "@/lib/auth/request-info";
import { countAttempt, policyReportLimit } from "@/lib/auth/throttle";
import { storePolicyReports } from "@/lib/db/policy-reports";
import { readPolicyReports } from "@/lib/domain/policy-report";
import { env } from "@/lib/env";
import { loggedPath } from "@/lib/logging/routes";
import { readLimited } from "./read-limited";

const MAX_BYTES = 16_384;
const MAX_PER_MINUTE = 300;

let minute = 0;
let received = 0;

/**
 * What browsers blocked because of our content security policy. Public, because pages without a session report too;
 * so it is limited in size, in rate, and in what it stores. It always gives the same answer.
 */
export async function receivePolicyReports(request: Request): Promise<Response> {
  const done = new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  if (isFlooded()) return done;
  const { address } = readRequestInfo(request.headers);
  if (await countAttempt(policyReportLimit(address))) return done;
  const text = await readLimited(request, MAX_BYTES);
  const ownHosts = [env().publicUrl.host, request.headers.get("host") ?? ""];
  if (text) await storePolicyReports(readPolicyReports(text, ownHosts, loggedPath));
  return done;
}

/** Counted without the database, so that a flood from many addresses doesn't reach it. */
function isFlooded(): boolean {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) received = 0;
  minute = now;
  received += 1;
  return received > MAX_PER_MINUTE;
}
