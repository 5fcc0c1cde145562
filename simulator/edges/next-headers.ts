import { currentContext } from "./machines";

// Takes the place of `next/headers`, whose request exists only in a running server (scripts/bundle-simulator.mjs).

export async function headers(): Promise<Headers> {
  return new Headers({ "user-agent": "a simulated browser" });
}

export async function cookies() {
  const cookie = currentContext()?.request?.cookie ?? null;
  return {
    get: () => (cookie === null ? undefined : { value: cookie }),
    set: () => undefined,
    delete: () => undefined,
  };
}
