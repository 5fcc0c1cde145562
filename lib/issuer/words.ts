import type { EndpointName } from "@/lib/contract/endpoints";

type Words = {
  /** What nobody can tell after a lost answer. */
  doubt: string | null;
  /** What the issuer does not know when it answers 404; null where the path names nothing that could be missing. */
  missing: string | null;
};

const CARD = "The issuer has no card with this ID.";
const DESIGN = "The issuer has no card design with this ID.";

/** What each call means to a person when it goes wrong. */
export const WORDS = {
  createCard: { doubt: "The card may or may not have been issued.", missing: null },
  reissueCard: { doubt: "The card may or may not have been reissued.", missing: CARD },
  freezeCard: { doubt: "The card may or may not have been frozen or unfrozen.", missing: CARD },
  blockCard: { doubt: "The card may or may not have been blocked.", missing: CARD },
  requestFile: { doubt: "The report may or may not have been requested.", missing: null },
  listCards: { doubt: null, missing: null },
  listTransactions: { doubt: null, missing: null },
  retrieveCard: { doubt: null, missing: CARD },
  listCardDesigns: { doubt: null, missing: null },
  getCardDesign: { doubt: null, missing: DESIGN },
} as const satisfies Record<EndpointName, Words>;

export function unsentMessage(call: EndpointName, words: Unsent): string {
  return WORDS[call].doubt === null ? words.read : words.write;
}

export const GAVE_NO_ANSWER = "The issuer didn’t respond.";
export const TOOK_TOO_LONG = "The request to the issuer timed out.";
export const CANNOT_BE_REACHED = "We couldn’t reach the issuer.";
export const HAS_A_PROBLEM = "The issuer returned a server error.";
/** A write that did not happen says so; a read had nothing to do. */
type Unsent = { read: string; write: string };
export const DOES_NOT_ANSWER: Unsent = {
  read: "The issuer isn’t responding right now.",
  write: "The issuer isn’t responding right now, so the request wasn’t sent.",
};
export const NO_TIME_LEFT: Unsent = {
  read: "The issuer is responding slowly right now.",
  write: "The issuer is responding slowly right now, so the request timed out before it was sent.",
};
export const WANTS_A_PAUSE: Unsent = {
  read: "The issuer is rate limiting our requests.",
  write: "The issuer is rate limiting our requests. Nothing was changed.",
};
export const SETTLED_BEFORE =
  "The outcome was recorded before the request could be sent, so nothing was sent.";
export const REFUSES_OUR_KEY = "The issuer rejected our API key.";
export const CANNOT_BE_UNDERSTOOD = "We couldn’t read the issuer’s response.";
export const REDIRECTS = "The issuer redirected the request to another URL. We don’t follow redirects.";
export const IS_NOT_THERE =
  "The issuer’s URL doesn’t support this request. The CARD_API_URL setting may be wrong.";
export const FRAUD_BLOCK =
  "The card is blocked for suspected fraud and can’t be frozen. Nothing was changed.";
