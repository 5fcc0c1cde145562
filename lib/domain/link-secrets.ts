import { rewriteJson } from "./rewrite-json";

const MASK = "•••";

/** Also one that is encoded to be part of another. */
const LINK = /(?:\b[a-z][a-z0-9+.-]{0,20}(?:%3a|:))?(?:%2f|\/){2}[^\s"'<>\\]+/gi;
const ENCODED_START = /^[^%/?#]*(?:%3a|:)?(?:%2f|\/){2}/i;
const USER_INFO = /^((?:[^/]*:)?\/\/)[^/]*@/;
/** Some issuers put the permission into the path. File names have a dot, and words are shorter. */
const TOKEN_SEGMENT = /(?<=[^/]\/)[^/.]{24,}(?=\/|$)/g;
const SECRET_NAME = /signature|token|secret|password|passwd|api_?-?key|credential|authorization/i;
/** Whatever its form: some issuers give a path, or a key alone. */
const LINK_NAME = /(?:link|url|uri|href)s?$/i;
const SECRET_PAIR =
  /([\w.-]{0,40}(?:signature|token|secret|password|passwd|api_?-?key|credential|authorization|\bsig)[\w.-]{0,40}=)[^&\s"'<>\\]+/gi;

/**
 * A download link is its own permission as long as it lives: what opens it is for the server alone. Of a text that is
 * a link and nothing else only the origin stays, because a short key in a path looks like any other name.
 */
export function maskLinkSecrets(text: string): string {
  return maskWebLink(text) ?? text.replace(LINK, maskLink).replace(SECRET_PAIR, `$1${MASK}`);
}

/** The same in a webhook's body, after its escapes were read; also under names that say that it is a secret. */
export function maskLinkSecretsInJson(body: string): string {
  return rewriteJson(body, {
    any: maskLinkSecrets,
    under(name) {
      if (SECRET_NAME.test(name)) return () => MASK;
      return LINK_NAME.test(name) ? (text) => maskWebLink(text) ?? MASK : null;
    },
    // A browser reads the backslashes of a link as slashes.
    isLiteral: (text) => maskWebLink(text) !== null,
  });
}

/** Null for a text that a browser does not read as one http(s) link. */
function maskWebLink(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  return url.href === `${url.origin}/` ? text : `${url.origin}/…`;
}

function maskLink(link: string): string {
  if (/%2f|%3f|%23|%26/i.test(link)) return `${ENCODED_START.exec(link)?.[0] ?? ""}${MASK}`;
  const end = link.search(/[?#;]/);
  const base = (end < 0 ? link : link.slice(0, end))
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(TOKEN_SEGMENT, MASK);
  return end < 0 ? base : `${base}?${MASK}`;
}
