import type { EndpointName } from "@/lib/contract/endpoints";

type CallMessages = {
  /** Shown after a lost response; null for reads. */
  uncertainty: string | null;
  /** Shown after a 404; null if the path contains no ID. */
  notFound: string | null;
};

const CARD_NOT_FOUND = "The issuer has no card with this ID.";
const DESIGN_NOT_FOUND = "The issuer has no card design with this ID.";

export const CALL_MESSAGES = {
  createCard: { uncertainty: "The card may or may not have been issued.", notFound: null },
  reissueCard: { uncertainty: "The card may or may not have been reissued.", notFound: CARD_NOT_FOUND },
  freezeCard: {
    uncertainty: "The card may or may not have been frozen or unfrozen.",
    notFound: CARD_NOT_FOUND,
  },
  blockCard: { uncertainty: "The card may or may not have been blocked.", notFound: CARD_NOT_FOUND },
  requestFile: { uncertainty: "The report may or may not have been requested.", notFound: null },
  listCards: { uncertainty: null, notFound: null },
  listTransactions: { uncertainty: null, notFound: null },
  retrieveCard: { uncertainty: null, notFound: CARD_NOT_FOUND },
  listCardDesigns: { uncertainty: null, notFound: null },
  getCardDesign: { uncertainty: null, notFound: DESIGN_NOT_FOUND },
} as const satisfies Record<EndpointName, CallMessages>;

export function messageFor(call: EndpointName, messages: UnsentMessages): string {
  return CALL_MESSAGES[call].uncertainty === null ? messages.read : messages.write;
}

export const NO_RESPONSE = "The issuer didn’t respond.";
export const TIMED_OUT = "The request to the issuer timed out.";
export const UNREACHABLE = "We couldn’t reach the issuer.";
export const SERVER_ERROR = "The issuer returned a server error.";
/** For a write, the message also says that nothing was changed. */
type UnsentMessages = { read: string; write: string };
export const CIRCUIT_OPEN: UnsentMessages = {
  read: "The issuer isn’t responding right now.",
  write: "The issuer isn’t responding right now, so the request wasn’t sent.",
};
export const DEADLINE_EXCEEDED: UnsentMessages = {
  read: "The issuer is responding slowly right now.",
  write: "The issuer is responding slowly right now, so the request timed out before it was sent.",
};
export const RATE_LIMITED: UnsentMessages = {
  read: "The issuer is rate limiting our requests.",
  write: "The issuer is rate limiting our requests. Nothing was changed.",
};
export const ALREADY_RESOLVED =
  "The outcome was recorded before the request could be sent, so nothing was sent.";
export const KEY_REJECTED = "The issuer rejected our API key.";
export const UNREADABLE_RESPONSE = "We couldn’t read the issuer’s response.";
export const REDIRECTED = "The issuer redirected the request to another URL. We don’t follow redirects.";
export const ENDPOINT_NOT_FOUND =
  "The issuer’s URL doesn’t support this request. The CARD_API_URL setting may be wrong.";
export const FRAUD_BLOCK =
  "The card is blocked for suspected fraud and can’t be frozen. Nothing was changed.";
