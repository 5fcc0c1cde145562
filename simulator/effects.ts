import type { Call } from "./edges/network";
import type { Intent } from "./intent";
import type { World } from "./world";

/** The operation's own mark in the issuer's records; the dashboard doesn't use it to recognize a card. */
export function applicantOf(operationId: string): string {
  return `applicant-${operationId}`;
}

/** Of a block. */
export function reasonOf(operationId: string): string {
  return `lost ${toLetters(operationId)}`;
}

/** Digits could look like a card number. */
export function toLetters(operationId: string): string {
  return operationId.replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
}

const FIRST_EXPIRY = Date.UTC(2028, 0, 1);
const DAY_MS = 86_400_000;

/** Of a reissue. */
export function expiryOf(operationId: string): string {
  const days = Number.parseInt(operationId.slice(0, 3), 16);
  return new Date(FIRST_EXPIRY + days * DAY_MS).toISOString().slice(0, 10);
}

/** The requests with which the issuer was asked to carry out an intent, whoever sent them and when. */
export function callsFor({ network }: World, { operationId, act, cardId }: Intent): Call[] {
  const changes = network.calls.filter(({ method }) => method !== "GET");
  const isGovernable = act.do === "block" || act.do === "reissue" || act.do === "issue-file";
  if (!isGovernable || act.request === undefined)
    return changes.filter((call) => call.operationId === operationId);
  // A run has the ID of its request, and each of its cards names it.
  if (act.do === "issue-file") return changes.filter(({ body }) => body?.includes(toLetters(operationId)));
  const mark = act.do === "block" ? reasonOf(operationId) : expiryOf(operationId);
  return changes.filter(({ path, body }) => path.includes(cardId ?? "") && body?.includes(mark));
}

/** Whether the issuer carried it out. */
export function isCarriedOut({ statuses }: Call): boolean {
  return statuses.some((status) => status < 300);
}
