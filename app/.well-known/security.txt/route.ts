import { env } from "@/lib/env";

export const dynamic = "force-dynamic";

const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** RFC 9116. The date is always ahead while the server runs, so nobody has to renew it. */
export function GET(): Response {
  const { securityContact, publicUrl } = env();
  if (!securityContact) return new Response("Not found\n", { status: 404 });
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Canonical: ${new URL("/.well-known/security.txt", publicUrl).href}`,
    "Preferred-Languages: en",
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}

export { rejectHead as HEAD } from "@/lib/queries/define-route";
