import type pg from "pg";
import type { LabelsOf, MetricName, NameOf, SourceName } from "@/lib/metrics/metric-table";

export type Sample = { name: NameOf<"gauge">; labels: Record<string, string>; value: number };

/** Values that are read from the database at a scrape. They are the same for every instance on it. */
export type Source = {
  name: SourceName;
  /** Removed if reading them fails. */
  metrics: readonly NameOf<"gauge">[];
  read(db: pg.Pool): Promise<Sample[]>;
};

export function sample<Name extends MetricName & NameOf<"gauge">>(
  name: Name,
  labels: LabelsOf<Name>,
  value: number,
): Sample {
  return { name, labels, value };
}

/** A time that isn't known has no value. */
export function timestamp<Name extends MetricName & NameOf<"gauge">>(
  name: Name,
  labels: LabelsOf<Name>,
  at: Date | string | null | undefined,
): Sample[] {
  return at ? [sample(name, labels, new Date(at).getTime() / 1000)] : [];
}
