import { serveMetrics } from "@/lib/metrics/serve-metrics";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return serveMetrics(request);
}

export { rejectHead as HEAD } from "@/lib/queries/define-route";
