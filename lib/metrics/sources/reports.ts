import "server-only";
import { REPORT_STATES } from "@/lib/domain/reports/report";
import { METRICS } from "@/lib/metrics/metric-table";
import { findLateReports } from "@/lib/reports/late-reports";
import { type Source, sample, timestamp } from "./source";

const OLDEST = "cardwell_report_oldest_timestamp_seconds";

export const reportsSource: Source = {
  name: "reports",
  metrics: ["cardwell_report_requests", OLDEST, "cardwell_reports_late"],
  async read(db) {
    const { rows } = await db.query<{ state: string; count: number; since: Date }>(
      "select state, count(*)::int as count, min(state_since) as since from report_requests group by state",
    );
    const byState = new Map(rows.map((row) => [row.state, row]));
    return [
      ...REPORT_STATES.map((state) =>
        sample("cardwell_report_requests", { state }, byState.get(state)?.count ?? 0),
      ),
      ...METRICS[OLDEST].labels.state.flatMap((state) =>
        timestamp(OLDEST, { state }, byState.get(state)?.since),
      ),
      sample("cardwell_reports_late", {}, (await findLateReports(db)).length),
    ];
  },
};
