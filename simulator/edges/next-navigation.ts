// Takes the place of `next/navigation`, whose redirects only a running server understands (scripts/bundle-simulator.mjs).

export class RedirectError extends Error {}

export function redirect(path: string): never {
  throw new RedirectError(path);
}
