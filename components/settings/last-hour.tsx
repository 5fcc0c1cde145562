import { MinuteChart } from "@/components/charts/minute-chart";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Panel } from "@/components/ui/panel";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import type { LastHour as Hour, MeasureHour } from "@/lib/domain/instances/last-hour";
import { MEASURES } from "@/lib/domain/instances/measures";
import { countOf } from "@/lib/domain/money/numbers";
import { describeLatest, findPeak, formatMeasure } from "./last-hour-text";
import { MinuteTable } from "./minute-table";

/** The table of up to 60 rows for each copy is only rendered if it is asked for. */
export function LastHour({ hour, hasTable }: { hour: Hour; hasTable: boolean }) {
  const { minutes, copies, measures } = hour;
  const running = copies.filter(({ isRunning }) => isRunning).length;
  const hasMinute = measures.some(({ latest }) => latest !== null);
  return (
    <Panel
      title="Last hour"
      lead={
        <>
          {copies.length > 1
            ? "The numbers are of all copies in the last minute. Each copy has a line of its own, as under Copies. Times are in "
            : "The numbers are of the last minute. Times are in "}
          <ZoneName />.
        </>
      }
      action={
        <LinkButton
          size="small"
          href={hasTable ? "/settings/connection" : "/settings/connection?values=table"}
          scroll={false}
          prefetch={false}
        >
          {hasTable ? "Hide table" : "Show as table"}
        </LinkButton>
      }
    >
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-4">
        {measures.map((measure) => {
          const { value, about } = describeLatest(measure, { running, hasMinute });
          return (
            <MinuteChart
              key={measure.measure}
              title={MEASURES[measure.measure].title}
              minutes={minutes}
              lines={measure.lines}
              format={(number) => formatMeasure(measure.measure, number)}
              description={<Description minutes={minutes} hour={measure} />}
            >
              <span className="font-medium">{value}</span>{" "}
              <span className="text-small text-ink-2">{about}</span>
            </MinuteChart>
          );
        })}
      </div>
      {hasTable && <MinuteTable hour={hour} />}
    </Panel>
  );
}

function Description({ minutes, hour }: { minutes: readonly string[]; hour: MeasureHour }) {
  const peak = findPeak(hour.combined);
  const peakMinute = minutes[peak?.index ?? -1];
  if (peak === null || peakMinute === undefined) return "No values in the last hour.";
  const gaps = hour.combined.filter((value) => value === null).length;
  return (
    <>
      The highest value of the last hour was {formatMeasure(hour.measure, peak.value)} at{" "}
      <DateTime value={peakMinute} style="clock" />.
      {gaps > 0 && ` ${countOf(gaps, "minute")} without a value.`}
    </>
  );
}
