import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatMonth } from "@/lib/domain/time/date-time";

type MonthNavigationProps = { month: IsoDate; previousHref: string | null; nextHref: string | null };

export function MonthNavigation({ month, previousHref, nextHref }: MonthNavigationProps) {
  return (
    <nav aria-label="Month" className="flex items-center gap-1">
      <MonthLink label="Previous month" href={previousHref}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </MonthLink>
      <h2 className="min-w-24 text-center text-section font-semibold">{formatMonth(month)}</h2>
      <MonthLink label="Next month" href={nextHref}>
        <ChevronRight className="size-4" aria-hidden="true" />
      </MonthLink>
    </nav>
  );
}

function MonthLink({ label, href, children }: { label: string; href: string | null; children: ReactNode }) {
  const style = buttonStyle({ tone: "plain", size: "small", square: true, isInactive: href === null });
  if (href === null)
    return (
      <span aria-hidden="true" className={style}>
        {children}
      </span>
    );
  return (
    <IntentLink href={href} aria-label={label} scroll={false} className={style}>
      {children}
    </IntentLink>
  );
}
