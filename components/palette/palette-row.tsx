import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import Globe from "lucide-react/icons/globe";
import UsersRound from "lucide-react/icons/users-round";
import Zap from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { CardThumb } from "@/components/card-art/card-thumb";
import { NavigationIcon } from "@/components/layout/navigation-icon";
import { RunBadge } from "@/components/runs/run-badges";
import { runTitle } from "@/components/runs/run-text";
import { DateTime } from "@/components/ui/values/date-time";
import { Kbd } from "@/components/ui/values/kbd";
import { Money } from "@/components/ui/values/money";
import { shortenMiddle } from "@/components/ui/values/shorten-middle";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { FoundCard } from "@/lib/domain/cards/search-results";
import type { PaletteItem } from "./palette-items";

const ICON = { strokeWidth: 1.6, className: "size-4", "aria-hidden": true } as const;

export function PaletteRow({ item }: { item: PaletteItem }) {
  switch (item.kind) {
    case "card":
      return <CardLine card={item.card} />;
    case "customer": {
      const { id, name, cards } = item.customer;
      return (
        <Line icon={<UsersRound {...ICON} />} title={name} detail={<Id>{id}</Id>}>
          <span className="text-small text-ink-2">{cards === 1 ? "1 card" : `${cards} cards`}</span>
        </Line>
      );
    }
    case "transaction": {
      const { id, cardholder_name, merchant, bill_amount, bill_currency, status, created } = item.transaction;
      return (
        <Line
          icon={<ArrowLeftRight {...ICON} />}
          title={<Money amount={bill_amount} currency={bill_currency} />}
          detail={
            <>
              {merchant && `${merchant}, `}
              {cardholder_name}, <DateTime value={created} />, <Id>{shortenMiddle(id)}</Id>
            </>
          }
        >
          <StatusBadge of="transaction" status={status} />
        </Line>
      );
    }
    case "run": {
      const { run } = item;
      return (
        <Line
          icon={<NavigationIcon href="/bulk" />}
          title={runTitle(run.kind, run.counts)}
          detail={
            <>
              {run.scope}, <DateTime value={run.createdAt} />
            </>
          }
        >
          <RunBadge run={run} />
        </Line>
      );
    }
    case "unknown-id":
      return (
        <Line
          icon={<Globe {...ICON} />}
          title="Look up this card ID with the issuer"
          detail={<Id>{shortenMiddle(item.id)}</Id>}
        />
      );
    case "page":
      return (
        <Line icon={<NavigationIcon href={item.page.href} />} title={item.page.name}>
          {item.page.keys && <Kbd keys={item.page.keys} className="touch:hidden" />}
        </Line>
      );
    case "action":
      return <Line icon={<Zap {...ICON} />} title={item.action.name} />;
  }
}

/** Pass `badge` if the status is more recent than the index's. */
export function CardLine({ card, badge }: { card: FoundCard; badge?: ReactNode }) {
  return (
    <>
      <CardThumb design={card.cardDesign} />
      <TitleAndDetail
        title={
          <>
            <span className="font-medium tabular-nums">•• {card.lastFour}</span>{" "}
            <span className="font-medium">{card.cardholderName}</span>
          </>
        }
        detail={
          <>
            {card.formerLastFour && `Formerly •• ${card.formerLastFour}, `}
            {card.cardName}, {card.cardType}, <Id>{card.externalCustomerId}</Id>
          </>
        }
      />
      {badge ?? <StatusBadge of="card" status={card.status} />}
    </>
  );
}

type LineProps = { icon: ReactNode; title: ReactNode; detail?: ReactNode; children?: ReactNode };

function Line({ icon, title, detail, children }: LineProps) {
  return (
    <>
      <span className="grid w-9 shrink-0 place-items-center text-ink-3">{icon}</span>
      <TitleAndDetail title={title} detail={detail} />
      {children}
    </>
  );
}

function TitleAndDetail({ title, detail }: { title: ReactNode; detail?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="truncate">{title}</span>
      {detail != null && <span className="truncate text-small text-ink-2">{detail}</span>}
    </span>
  );
}

function Id({ children }: { children: string }) {
  return <span className="font-mono">{children}</span>;
}
