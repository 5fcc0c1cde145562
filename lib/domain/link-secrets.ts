import { rewriteJson } from "./rewrite-json";

const MASK = "•••";

/** Also one that is encoded to be part of another. */
const LINK = /(?:\b[a-z][a-z0-9+.-]{0,20}(?:%3a|:))?(?:%2f|\/){2}[^\s"'<>\\]+/gi;
const ENCODED_START = /^[^%/?#]*(?:%3a|:)?(?:%2f|\/){2}/i;
const USER_INFO = /^((?:[^/]*:)?\/\/)[^/]*@/;
/** Some issuers put the permission into the path. File names have a dot, and words are shorter. */
const TOKEN_SEGMENT = /(?<=[^/]\/)[^/.]{24,}(?=\/|$)/g;
const SECRET_NAME = /signature|token|secret|password|passwd|api_?-?key|credential|authorization/i;
const SECRET_PAIR =
  /([\w.-]{0,40}(?:signature|token|secret|password|passwd|api_?-?key|credential|authorization|\bsig)[\w.-]{0,40}=)[^&\s"'<>\\]+/gi;

/** A download link is its own permission as long as it lives: what opens it is for the server alone. */
export function maskLinkSecrets(text: string): string {
  return text.replace(LINK, maskLink).replace(SECRET_PAIR, `$1${MASK}`);
}

/** The same in a webhook's body, after its escapes were read; also under names that say that it is a secret. */
export function maskLinkSecretsInJson(body: string): string {
  return rewriteJson(body, {
    any: maskLinkSecrets,
    under: (name) => (SECRET_NAME.test(name) ? () => MASK : null),
  });
}

function maskLink(link: string): string {
  if (/%2f|%3f|%23|%26/i.test(link)) return `${ENCODED_START.exec(link)?.[0] ?? ""}${MASK}`;
  const end = link.search(/[?#;]/);
  const place = (end < 0 ? link : link.slice(0, end))
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(TOKEN_SEGMENT, MASK);
  return end < 0 ? place : `${place}?${MASK}`;
}
