import { Badge } from "@/components/ui/values/badge";
import { StatusBadge } from "@/components/ui/values/status-badge";

/** Never shows a pending change as done. */
export function FreezeBadge({ status, pending }: { status: string; pending: boolean | null }) {
  if (pending === null) return <StatusBadge of="card" status={status} />;
  return (
    <Badge shape="half" className="animate-breathe">
      {pending ? "Freezing…" : "Unfreezing…"}
    </Badge>
  );
}
