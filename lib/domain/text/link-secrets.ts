import { rewriteJson } from "./rewrite-json";

const MASK = "•••";

/** Also matches a link that is URL-encoded inside another one. */
const LINK = /(?:\b[a-z][a-z0-9+.-]{0,20}(?:%3a|:))?(?:%2f|\/){2}[^\s"'<>\\]+/gi;
const ENCODED_START = /^[^%/?#]*(?:%3a|:)?(?:%2f|\/){2}/i;
const USER_INFO = /^((?:[^/]*:)?\/\/)[^/]*@/;
/** Some issuers put the token into the path. File names have a dot, and words are shorter. */
const TOKEN_SEGMENT = /(?<=[^/]\/)[^/.]{24,}(?=\/|$)/g;
const SECRET_NAME = /signature|token|secret|password|passwd|api_?-?key|credential|authorization/i;
/** In any format: some issuers send only a path or a key. */
const LINK_NAME = /(?:link|url|uri|href)s?$/i;
const SECRET_PAIR =
  /([\w.-]{0,40}(?:signature|token|secret|password|passwd|api_?-?key|credential|authorization|\bsig)[\w.-]{0,40}=)[^&\s"'<>\\]+/gi;

/**
 * Anyone with a download link can open it, so its secrets stay on the server. If the text is just a link, only the
 * origin stays, because a short key in the path looks like any other name.
 */
export function maskLinkSecrets(text: string): string {
  return maskWebLink(text) ?? text.replace(LINK, maskLink).replace(SECRET_PAIR, `$1${MASK}`);
}

/** For a webhook's body, after decoding its escapes; also masks values under names such as "token". */
export function maskLinkSecretsInJson(body: string): string {
  return rewriteJson(body, {
    any: maskLinkSecrets,
    under(name) {
      if (SECRET_NAME.test(name)) return () => MASK;
      return LINK_NAME.test(name) ? (text) => maskWebLink(text) ?? MASK : null;
    },
    // Browsers treat backslashes in a link as slashes.
    isLiteral: (text) => maskWebLink(text) !== null,
  });
}

/** Null if a browser would not read the text as an http(s) link. */
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
