import { isReady, issuerReachability } from "@/lib/queries/readiness";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const ready = await isReady();
  return Response.json(
    { status: ready ? "ready" : "not ready", issuer: issuerReachability() },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
