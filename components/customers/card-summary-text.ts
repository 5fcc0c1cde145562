import { statusStyle } from "@/components/ui/values/status-badge";
import type { Customer } from "@/lib/domain/cards/customer";
import { formatCount } from "@/lib/domain/money/numbers";

/** "2 active, 1 blocked · also as Ada King" */
export function cardSummaryText({ byStatus, otherNames }: Pick<Customer, "byStatus" | "otherNames">): string {
  const statuses = byStatus.map(
    ({ status, cards }) => `${formatCount(cards)} ${statusStyle("card", status).label.toLowerCase()}`,
  );
  return [
    statuses.join(", "),
    ...(otherNames.length > 0 ? [`also known as ${otherNames.join(", ")}`] : []),
  ].join(" · ");
}
