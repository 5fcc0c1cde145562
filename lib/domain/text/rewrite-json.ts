type Rewrite = (text: string) => string;

export type JsonRewrites = {
  /** For keys, strings and numbers. */
  any: Rewrite;
  /** For the values under this key, at any depth; null if the key needs no special treatment. */
  under(fieldName: string): Rewrite | null;
  /** Whether the backslashes in this text are literal and not escapes. */
  isLiteral?(text: string): boolean;
};

/**
 * The last string of truncated JSON has no closing quote. A quote always matches as the start of a string: if it
 * could fail, the rest would be scanned again from every quote.
 */
const TOKEN = /("[^"\\]*(?:\\[\s\S][^"\\]*)*("|\\?$))(\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/g;
const JSON_START = /^\s*[{[]/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/gs;
const SHORT_ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
/**
 * How deep truncated JSON inside strings is searched. Complete JSON needs no limit, because its escapes double at
 * each level.
 */
const MAX_DEPTH = 4;

/**
 * Rewrites the keys, strings and numbers of JSON after decoding their escapes, and keeps every other character: no
 * key is lost, no long number is rounded, and unchanged text stays identical. Also handles JSON inside strings and
 * truncated JSON.
 */
export function rewriteJson(text: string, rewrites: JsonRewrites, truncationDepth = 0): string {
  if (isJson(text)) return rewriteTokens(text, rewrites, truncationDepth);
  const isTruncated = truncationDepth < MAX_DEPTH && JSON_START.test(text);
  const named = isTruncated ? rewriteTokens(text, rewrites, truncationDepth + 1) : text;
  return rewriteLoosely(named, rewrites.any, rewrites);
}

function rewriteTokens(text: string, rewrites: JsonRewrites, truncationDepth: number): string {
  const { any, under } = rewrites;
  const rewriteToken = (token: string, inner: string, rewrite: Rewrite): string => {
    const isNested = rewrite === any && JSON_START.test(inner);
    const rewritten = isNested
      ? rewriteJson(inner, rewrites, truncationDepth)
      : rewriteLoosely(inner, rewrite, rewrites);
    return rewritten === inner ? token : JSON.stringify(rewritten);
  };
  let rewrite = any;
  const enclosing: Rewrite[] = [];
  return text.replace(TOKEN, (token, quoted?: string, end?: string, colon?: string) => {
    if (token === "{" || token === "[") enclosing.push(rewrite);
    else if (token === "}" || token === "]") rewrite = enclosing.pop() ?? any;
    else if (quoted === undefined) return rewriteToken(token, token, rewrite);
    else if (end !== '"') return keepUnterminated(quoted, rewriteToken(quoted, unquote(quoted), rewrite));
    else if (colon === undefined) return rewriteToken(quoted, unquote(quoted), rewrite);
    else {
      const name = unquote(quoted);
      rewrite = under(name) ?? enclosing.at(-1) ?? any;
      return rewriteToken(quoted, name, any) + colon;
    }
    return token;
  });
}

/** A truncated string stays without a closing quote. */
function keepUnterminated(quoted: string, rewritten: string): string {
  return rewritten === quoted ? quoted : rewritten.slice(0, -1);
}

/** Text that is truncated inside an escape, or is not JSON, is used as it is. */
function unquote(quoted: string): string {
  for (const candidate of [quoted, `${quoted}"`]) if (isJson(candidate)) return JSON.parse(candidate);
  return quoted.slice(1).replace(/"$/, "");
}

/** Text that may contain JSON, complete or truncated, is also checked without its escapes. */
function rewriteLoosely(text: string, rewrite: Rewrite, { isLiteral }: JsonRewrites): string {
  if (isLiteral?.(text)) return rewrite(text);
  let [plain, rewritten] = [text, rewrite(text)];
  for (let level = 0; level < MAX_DEPTH && plain.includes("\\"); level += 1) {
    plain = plain.replace(ESCAPE, (_, code: string | undefined, letter: string) =>
      code === undefined ? (SHORT_ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
    );
    const rewrittenPlain = rewrite(plain);
    if (rewrittenPlain !== plain) [plain, rewritten] = [rewrittenPlain, rewrittenPlain];
  }
  return rewritten;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
