import { IntentLink } from "@/components/ui/buttons/intent-link";
import { Panel } from "@/components/ui/panel";
import { StatusBadge, statusStyle } from "@/components/ui/values/status-badge";
import type { CardCount } from "@/lib/domain/cards/program-figures";
import { formatCount } from "@/lib/domain/money/numbers";
import { Figure } from "./figure";
import { listCardTypes } from "./issuance-panel";
import { cardsHref } from "./list-links";

const FILL_CLASSES = {
  good: "fill-good",
  cold: "fill-cold",
  bad: "fill-bad",
  warn: "fill-warn",
  accent: "fill-accent",
  neutral: "fill-ink-3",
} as const;

/** Shown first and even if empty; the issuer may add other statuses. */
const KNOWN_STATUSES = ["ACTIVE", "FROZEN", "BLOCKED"];

export function CardsPanel({ counts, className }: { counts: readonly CardCount[]; className?: string }) {
  const types = listCardTypes(counts.map(({ type }) => type));
  const found = counts.map(({ status }) => status).sort();
  const statuses = [...new Set([...KNOWN_STATUSES, ...found])];
  const total = count(counts, {});
  return (
    <Panel title="Cards" lead="By status and type" className={className}>
      <div className="mt-1 mb-4">
        <Figure href={cardsHref({})} name={`All cards: ${formatCount(total)}`}>
          {formatCount(total)}
        </Figure>
      </div>
      <table aria-label="Cards by status and type" className="w-full">
        <thead className="text-small text-ink-2">
          <tr>
            <th scope="col" className="pb-1.5 text-start font-medium">
              Status
            </th>
            {[...types, "All"].map((type) => (
              <th key={type} scope="col" className="pb-1.5 pl-3 text-end font-medium first-letter:uppercase">
                {type}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statuses.map((status) => (
            <tr key={status} className="border-line border-t">
              <th scope="row" className="py-2 text-start font-normal">
                <StatusBadge of="card" status={status} />
                <ShareBar
                  share={total === 0 ? 0 : count(counts, { status }) / total}
                  className={FILL_CLASSES[statusStyle("card", status).tone]}
                />
              </th>
              {types.map((type) => (
                <Cell
                  key={type}
                  cards={count(counts, { status, type })}
                  href={cardsHref({ status, type })}
                  name={`${statusStyle("card", status).label}, ${type}`}
                />
              ))}
              <Cell
                cards={count(counts, { status })}
                href={cardsHref({ status })}
                name={`${statusStyle("card", status).label}, all types`}
                isStrong
              />
            </tr>
          ))}
          <tr className="border-line-strong border-t">
            <th scope="row" className="py-2 text-start font-normal text-ink-2">
              All
            </th>
            {types.map((type) => (
              <Cell
                key={type}
                cards={count(counts, { type })}
                href={cardsHref({ type })}
                name={`All statuses, ${type}`}
              />
            ))}
            <Cell cards={total} href={cardsHref({})} name="All cards" isStrong />
          </tr>
        </tbody>
      </table>
    </Panel>
  );
}

function ShareBar({ share, className }: { share: number; className: string }) {
  return (
    <svg aria-hidden="true" className="mt-1.5 block h-1 w-full">
      <rect width="100%" height="100%" rx="2" className="fill-sunken" />
      <rect width={`${Math.round(share * 1000) / 10}%`} height="100%" rx="2" className={className} />
    </svg>
  );
}

type CellProps = { cards: number; href: string; name: string; isStrong?: boolean };

function Cell({ cards, href, name, isStrong = false }: CellProps) {
  return (
    <td className="py-2 pl-3 text-end align-top">
      <IntentLink
        href={href}
        aria-label={`${name}: ${formatCount(cards)}`}
        className={`inline-block min-w-6 rounded-[3px] py-0.5 hover:underline ${isStrong ? "font-medium" : "text-ink-2"}`}
      >
        {formatCount(cards)}
      </IntentLink>
    </td>
  );
}

function count(counts: readonly CardCount[], filter: { status?: string; type?: string }): number {
  return counts
    .filter(({ status, type }) => (filter.status ?? status) === status && (filter.type ?? type) === type)
    .reduce((sum, { cards }) => sum + cards, 0);
}
