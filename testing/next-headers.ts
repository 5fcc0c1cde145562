import { testRequest } from "./test-request";

// Takes the place of `next/headers`, whose request exists only in a running server (vitest.config.ts).

type NewCookie = { name: string; value: string; maxAge?: number };

export async function headers(): Promise<Headers> {
  return new Headers(testRequest.headers);
}

export async function cookies() {
  const jar = testRequest.cookies;
  return {
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) ?? "" } : undefined),
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    set: ({ name, value, maxAge }: NewCookie) =>
      maxAge === 0 ? void jar.delete(name) : void jar.set(name, value),
    delete: (name: string) => void jar.delete(name),
  };
}
