type Rewrite = (text: string) => string;

export type JsonRewrites = {
  /** For names, texts and numbers. */
  any: Rewrite;
  /** For what stands under this name, at any depth; null where the name makes no difference. */
  under(fieldName: string): Rewrite | null;
  /** Whether the backslashes of this text are its own, and no escapes. */
  isLiteral?(text: string): boolean;
};

/**
 * The last text of a JSON that is cut off has no end of its own. A quote always begins a text, whatever follows: were
 * it to fail, the rest would be searched again from each quote within it.
 */
const TOKEN = /("[^"\\]*(?:\\[\s\S][^"\\]*)*("|\\?$))(\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/g;
const JSON_START = /^\s*[{[]/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/gs;
const SHORT_ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
/** JSON that is cut off inside a text inside JSON: so deep is looked. Whole JSON doubles its escapes at each level. */
const MAX_DEPTH = 4;

/**
 * Rewrites the names, texts and numbers of a JSON text after reading their escapes, and leaves every other character
 * as it is: no key is lost, no long number is rounded, and what needs no change comes back unchanged. The same goes
 * for JSON inside a text of it, and for JSON that is cut off.
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

/** A text that is cut off stays open. */
function keepUnterminated(quoted: string, rewritten: string): string {
  return rewritten === quoted ? quoted : rewritten.slice(0, -1);
}

/** What is cut off within an escape, or was never JSON, is taken as it stands. */
function unquote(quoted: string): string {
  for (const candidate of [quoted, `${quoted}"`]) if (isJson(candidate)) return JSON.parse(candidate);
  return quoted.slice(1).replace(/"$/, "");
}

/** Text that may itself be JSON, whole or cut off, is also looked at without its escapes. */
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
