import { isReady, isRestoredCopy, issuerReachability } from "@/lib/queries/readiness";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const ready = await isReady();
  return Response.json(
    {
      status: ready ? "ready" : "not ready",
      issuer: issuerReachability(),
      ...(ready && (await isRestoredCopy()) && { isRestoredCopy: true }),
    },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
