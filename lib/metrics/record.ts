import "server-only";
import { processWide } from "@/lib/process-wide";
import type { LabelsOf, NameOf } from "./metric-table";

/** What stores the values; `lib/metrics/registry.ts` opens it. */
export type Recorder = {
  count(name: NameOf<"counter">, labels: Record<string, string>): void;
  observe(name: NameOf<"histogram">, labels: Record<string, string>, seconds: number): void;
  set(name: NameOf<"gauge">, labels: Record<string, string>, value: number): void;
};

/** Empty without METRICS_TOKEN: nothing is counted for Prometheus then, and the client library isn't loaded. */
export const recorder = processWide<Recorder>("metrics-recorder");

/** Counts the current minute for the charts of the last hour (lib/metrics/minutes), with or without a token. */
export const minuteRecorder = processWide<Recorder>("minute-recorder");

export function count<Name extends NameOf<"counter">>(name: Name, labels: LabelsOf<Name>): void {
  recorder.current?.count(name, labels);
  minuteRecorder.current?.count(name, labels);
}

export function observe<Name extends NameOf<"histogram">>(
  name: Name,
  labels: LabelsOf<Name>,
  seconds: number,
): void {
  recorder.current?.observe(name, labels, seconds);
  minuteRecorder.current?.observe(name, labels, seconds);
}
