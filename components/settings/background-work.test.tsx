import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { RecentRuns, WorkReport } from "@/lib/domain/work-description";
import { BackgroundWork } from "./background-work";

const RETENTION: WorkReport = {
  name: "prune",
  title: "Retention",
  purpose: "Deletes expired records.",
  trigger: "Every 10 minutes.",
  concurrency: "Row locks.",
  retries: "Three times.",
  crash: "Nothing is lost.",
  status: null,
  runs: null,
};

const EARLIER = "2026-11-15T14:00:00.000Z";
const LATER = "2026-11-15T14:10:00.000Z";

function rendered(report: Partial<WorkReport>): string {
  return renderToStaticMarkup(<BackgroundWork work={[{ ...RETENTION, ...report }]} />);
}

function withRuns(runs: Partial<RecentRuns>): string {
  return rendered({ runs: { lastSuccessAt: null, lastFailureAt: null, unfinishedSince: null, ...runs } });
}

describe("background work on the Connection page", () => {
  it("says what the work is and how it runs", () => {
    const { title, purpose, name, trigger, concurrency, retries, crash } = RETENTION;
    for (const text of [title, purpose, name, trigger, concurrency, retries, crash])
      expect(rendered({})).toContain(text);
  });

  it("shows the status of work that isn't a job, and no runs", () => {
    const page = rendered({ status: "Stopped: no instance syncs the index" });
    expect(page).toContain("Stopped: no instance syncs the index");
    expect(page).not.toContain("success");
  });

  it("doesn't claim a run that it doesn't know of", () => {
    expect(withRuns({})).toContain("No successful run in the last hour");
    expect(withRuns({})).not.toContain("<time");
  });

  it("shows a failure only if no success followed it", () => {
    expect(withRuns({ lastSuccessAt: EARLIER, lastFailureAt: LATER })).toContain("Failed");
    expect(withRuns({ lastSuccessAt: LATER, lastFailureAt: EARLIER })).not.toContain("Failed");
    expect(withRuns({ lastFailureAt: LATER })).toContain("Failed");
  });

  it("says that a run has started without claiming that it is still running", () => {
    const page = withRuns({ lastSuccessAt: EARLIER, unfinishedSince: LATER });
    expect(page).toContain(`Not finished: started <time dateTime="${LATER}"`);
    expect(page).not.toContain("Running");
  });
});
