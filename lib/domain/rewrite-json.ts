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
const BEGINS_AS_JSON = /^\s*[{[]/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/gs;
const SHORT_ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
/** JSON that is cut off inside a text inside JSON: so deep is looked. Whole JSON doubles its escapes at each level. */
const MOST_ESCAPED = 4;

/**
 * Rewrites the names, texts and numbers of a JSON text after reading their escapes, and leaves every other character
 * as it is: no key is lost, no long number is rounded, and what needs no change comes back unchanged. The same goes
 * for JSON inside a text of it, and for JSON that is cut off.
 */
export function rewriteJson(text: string, rewrites: JsonRewrites, cutLevel = 0): string {
  if (isJson(text)) return rewriteTokens(text, rewrites, cutLevel);
  const isCut = cutLevel < MOST_ESCAPED && BEGINS_AS_JSON.test(text);
  const named = isCut ? rewriteTokens(text, rewrites, cutLevel + 1) : text;
  return rewriteLoosely(named, rewrites.any, rewrites);
}

function rewriteTokens(text: string, rewrites: JsonRewrites, cutLevel: number): string {
  const { any, under } = rewrites;
  const requoted = (token: string, inner: string, rewrite: Rewrite): string => {
    const isNested = rewrite === any && BEGINS_AS_JSON.test(inner);
    const rewritten = isNested
      ? rewriteJson(inner, rewrites, cutLevel)
      : rewriteLoosely(inner, rewrite, rewrites);
    return rewritten === inner ? token : JSON.stringify(rewritten);
  };
  let rewrite = any;
  const outer: Rewrite[] = [];
  return text.replace(TOKEN, (token, quoted?: string, end?: string, colon?: string) => {
    if (token === "{" || token === "[") outer.push(rewrite);
    else if (token === "}" || token === "]") rewrite = outer.pop() ?? any;
    else if (quoted === undefined) return requoted(token, token, rewrite);
    else if (end !== '"') return leftOpen(quoted, requoted(quoted, readQuoted(quoted), rewrite));
    else if (colon === undefined) return requoted(quoted, readQuoted(quoted), rewrite);
    else {
      const name = readQuoted(quoted);
      rewrite = under(name) ?? outer.at(-1) ?? any;
      return requoted(quoted, name, any) + colon;
    }
    return token;
  });
}

/** A text that is cut off stays open. */
function leftOpen(quoted: string, rewritten: string): string {
  return rewritten === quoted ? quoted : rewritten.slice(0, -1);
}

/** What is cut off within an escape, or was never JSON, is taken as it stands. */
function readQuoted(quoted: string): string {
  for (const candidate of [quoted, `${quoted}"`]) if (isJson(candidate)) return JSON.parse(candidate);
  return quoted.slice(1).replace(/"$/, "");
}

/** Text that may itself be JSON, whole or cut off, is also looked at without its escapes. */
function rewriteLoosely(text: string, rewrite: Rewrite, { isLiteral }: JsonRewrites): string {
  if (isLiteral?.(text)) return rewrite(text);
  let [plain, rewritten] = [text, rewrite(text)];
  for (let level = 0; level < MOST_ESCAPED && plain.includes("\\"); level += 1) {
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
