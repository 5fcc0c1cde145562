import type { EndpointName } from "@/lib/contract/endpoints";

type Words = {
  /** What nobody can tell after a lost answer. */
  doubt: string | null;
  /** What the issuer does not know when it answers 404; null where the path names nothing that could be missing. */
  missing: string | null;
};

const CARD = "The issuer knows no such card.";
const DESIGN = "The issuer knows no such card design.";

/** What each call means to a person when it goes wrong. */
export const WORDS = {
  createCard: { doubt: "The card may or may not have been created.", missing: null },
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

export const GAVE_NO_ANSWER = "The issuer gave no answer.";
export const TOOK_TOO_LONG = "The issuer did not answer in time.";
export const CANNOT_BE_REACHED = "The issuer cannot be reached.";
export const HAS_A_PROBLEM = "The issuer has a problem of its own.";
/** A write that did not happen says so; a read had nothing to do. */
type Unsent = { read: string; write: string };
export const DOES_NOT_ANSWER: Unsent = {
  read: "The issuer is not answering at the moment.",
  write: "The issuer is not answering at the moment, so this was not sent.",
};
export const NO_TIME_LEFT: Unsent = {
  read: "The issuer is slow at the moment.",
  write: "The issuer is slow at the moment, and no time was left to send this.",
};
export const WANTS_A_PAUSE: Unsent = {
  read: "The issuer takes no more calls for the moment.",
  write: "The issuer takes no more calls for the moment. Nothing was done.",
};
export const SETTLED_BEFORE = "The outcome of this was settled before it could be sent, so nothing was sent.";
export const REFUSES_OUR_KEY = "The issuer does not accept this dashboard's API key.";
export const CANNOT_BE_UNDERSTOOD = "The issuer's answer could not be understood.";
export const REDIRECTS = "The issuer sent this to another address, which is not followed.";
export const IS_NOT_THERE = "The issuer's address does not offer this. Its setting may be wrong.";
export const FRAUD_BLOCK =
  "The card is blocked for suspected fraud, so it cannot be frozen. Nothing was changed.";
