import "server-only";
import { METRICS } from "@/lib/metrics/metric-table";
import { type Source, sample } from "./source";

export const runsSource: Source = {
  name: "runs",
  metrics: ["cardwell_runs", "cardwell_run_items"],
  async read(db) {
    const { rows: runs } = await db.query<{ state: string; count: number }>(
      "select state, count(*)::int as count from runs where state in ('running', 'paused') group by state",
    );
    const { rows: items } = await db.query<{ state: string; count: number }>(
      `select i.state, count(*)::int as count from runs r join run_items i on i.run_id = r.id
       where r.state = 'running' and i.state in ('waiting', 'sent') group by i.state`,
    );
    const countOf = (rows: typeof runs, state: string) => rows.find((row) => row.state === state)?.count ?? 0;
    return [
      ...METRICS.cardwell_runs.labels.state.map((state) =>
        sample("cardwell_runs", { state }, countOf(runs, state)),
      ),
      ...METRICS.cardwell_run_items.labels.state.map((state) =>
        sample("cardwell_run_items", { state }, countOf(items, state)),
      ),
    ];
  },
};
