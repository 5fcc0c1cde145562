/** The request that the code under test answers: `next/headers` reads it (next-headers.ts). */
export const testRequest = { headers: new Headers(), cookies: new Map<string, string>() };

resetTestRequest();

/** From now on, requests come from a browser that was never here. */
export function resetTestRequest(): void {
  testRequest.headers = new Headers({ "x-forwarded-for": "203.0.113.9" });
  testRequest.cookies.clear();
}
