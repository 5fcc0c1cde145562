import { Skeleton } from "@/components/ui/skeleton";
import type { Column } from "./column";
import styles from "./data-table.module.css";
import { DataTableHead } from "./data-table-head";
import { ROLE } from "./roles";

type DataTableSkeletonProps = {
  label: string;
  columns: readonly Omit<Column<never>, "cell">[];
  rows?: number;
  density?: "normal" | "tight";
  hasMenu?: boolean;
};

const WIDTH = { short: "w-14", medium: "w-24", long: "w-36" } as const;

/** The table's own shape before its first rows: the same head, the same heights, nothing jumps. */
export function DataTableSkeleton({
  label,
  columns,
  rows = 10,
  density = "normal",
  hasMenu = false,
}: DataTableSkeletonProps) {
  const shown = columns.filter(({ isExtra }) => !isExtra);
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <table
          {...ROLE.table}
          aria-label={label}
          aria-busy="true"
          data-density={density}
          className={styles.table}
        >
          <DataTableHead columns={shown} hasMenu={hasMenu} />
          <tbody {...ROLE.group}>
            {Array.from({ length: rows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing else
              <tr key={index} {...ROLE.row}>
                {shown.map(({ id, align, from, mobile, skeleton = "medium" }, place) => (
                  <td
                    key={id}
                    {...ROLE.cell}
                    data-align={align}
                    data-from={from}
                    data-mobile={mobile ?? (place === 0 ? "title" : undefined)}
                  >
                    <Skeleton className={`h-3.5 ${WIDTH[skeleton]}`} />
                  </td>
                ))}
                {hasMenu && <td {...ROLE.cell} data-menu="" />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
