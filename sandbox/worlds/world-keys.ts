import { createHash, timingSafeEqual } from "node:crypto";

const PREFIX = "sk_sandbox_";
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const WORLD_NAME_RULE =
  "must be 1 to 64 lowercase letters, digits, hyphens, or underscores, and start with a letter or digit";

export function isWorldName(text: string): boolean {
  return NAME.test(text);
}

/**
 * How keys and worlds belong together. With `sk_sandbox_cardwell`, every key `sk_sandbox_<name>` is a world. With any
 * other key, which may be a secret, the keys of other worlds start with it: `<key>/<name>`.
 */
export function worldKeys(defaultKey: string) {
  const ownName = defaultKey.startsWith(PREFIX) ? defaultKey.slice(PREFIX.length) : "";
  const isOpen = isWorldName(ownName);
  const defaultName = isOpen ? ownName : "default";
  const prefix = isOpen ? PREFIX : `${defaultKey}/`;

  return {
    defaultName,

    keyOf: (name: string): string => (name === defaultName ? defaultKey : `${prefix}${name}`),

    /** Null for a key that opens no world. */
    nameOf(key: string): string | null {
      if (isEqual(key, defaultKey)) return defaultName;
      if (!isEqual(key.slice(0, prefix.length), prefix)) return null;
      const name = key.slice(prefix.length);
      return isWorldName(name) && name !== defaultName ? name : null;
    },
  };
}

/** Takes the same time wherever the texts differ. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
