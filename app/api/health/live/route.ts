export const dynamic = "force-dynamic";

/** The process runs and answers. */
export function GET(): Response {
  return Response.json({ status: "live" }, { headers: { "cache-control": "no-store" } });
}
