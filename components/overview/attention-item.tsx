import type { ReactNode } from "react";
import { CardThumb } from "@/components/card-art/card-thumb";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { classNames } from "@/components/ui/class-names";
import { type Shape, ShapeMark } from "@/components/ui/values/badge";
import { type AttentionCard, type AttentionKind, MAX_COUNTED } from "@/lib/domain/cards/attention-items";
import { formatCount } from "@/lib/domain/money/numbers";
import { countText, KIND_NAMES } from "./attention-text";
import { cardHref } from "./list-links";

const MARKS = {
  unknown: { shape: "alert", tone: "text-warn" },
  "follow-up": { shape: "dot", tone: "text-accent" },
  changed: { shape: "diamond", tone: "text-accent" },
  blocked: { shape: "barred", tone: "text-bad" },
  frozen: { shape: "snow", tone: "text-cold" },
  "frozen-before": { shape: "snow", tone: "text-cold" },
} as const satisfies Record<AttentionKind, { shape: Shape; tone: string }>;

type AttentionGroupProps = {
  kind: AttentionKind;
  total: number;
  shown: number;
  /** The overview with all items of this kind. */
  restHref: string;
  /** The overview with only the newest items, if all are shown now. */
  fewerHref: string | null;
  dismissAll?: ReactNode;
  /** Shows only the heading until it is expanded. */
  isCollapsed?: boolean;
  children: ReactNode;
};

const HEADING_CLASSES = "bg-sunken px-4 py-1.5 text-small font-medium text-ink-2";

/** The newest items of one kind, with a link to the rest. */
export function AttentionGroup({ isCollapsed = false, ...group }: AttentionGroupProps) {
  const { kind, total, dismissAll } = group;
  if (total === 0) return null;
  const heading = (
    <>
      {KIND_NAMES[kind]} <span className="font-normal text-ink-3">{countText(total)}</span>
    </>
  );
  return (
    <section aria-label={KIND_NAMES[kind]} className="border-line border-t">
      {isCollapsed ? (
        <details>
          <summary className={classNames(HEADING_CLASSES, "hover:text-ink")}>
            <h3 className="inline">{heading}</h3>
          </summary>
          <AttentionGroupItems {...group} />
        </details>
      ) : (
        <>
          <div className={classNames(HEADING_CLASSES, "flex min-h-8 items-center justify-between gap-3")}>
            <h3 className="flex items-baseline gap-2">{heading}</h3>
            {dismissAll}
          </div>
          <AttentionGroupItems {...group} />
        </>
      )}
    </section>
  );
}

function AttentionGroupItems({
  total,
  shown,
  restHref,
  fewerHref,
  children,
}: Omit<AttentionGroupProps, "isFolded">) {
  const rest = total > MAX_COUNTED ? countText(total) : `${formatCount(total - shown)} more`;
  return (
    <>
      <ul className="divide-y divide-line border-line border-t">{children}</ul>
      {(total > shown || fewerHref) && (
        <p className="flex gap-4 border-line border-t px-4 py-2 text-small text-ink-2">
          {fewerHref ? (
            <>
              {total > shown && <span>{rest}. Resolve or dismiss items to see the rest.</span>}
              <MoreLink href={fewerHref}>Show fewer</MoreLink>
            </>
          ) : (
            <MoreLink href={restHref}>{rest}</MoreLink>
          )}
        </p>
      )}
    </>
  );
}

function MoreLink({ href, children }: { href: string; children: string }) {
  return (
    <IntentLink href={href} scroll={false} className="rounded-[3px] text-accent hover:underline">
      {children}
    </IntentLink>
  );
}

type AttentionItemProps = {
  mark: ReactNode;
  card?: AttentionCard | null;
  title: ReactNode;
  detail: ReactNode;
  action?: ReactNode;
  dismiss?: ReactNode;
};

export function AttentionItem({ mark, card, title, detail, action, dismiss }: AttentionItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 lg:py-1.5">
      <span className="grid w-3.5 shrink-0 place-items-center">{mark}</span>
      {card && <CardThumb design={card.design} className="max-sm:hidden" />}
      <div className="min-w-0 flex-1 basis-52 lg:flex lg:items-baseline lg:gap-4">
        <p className="truncate lg:w-2/5 lg:shrink-0">{title}</p>
        <p className="text-pretty text-small text-ink-2 [overflow-wrap:anywhere]">{detail}</p>
      </div>
      <div className="flex shrink-0 items-center gap-1 max-sm:pl-[1.625rem] empty:hidden">
        {action}
        {dismiss}
      </div>
    </li>
  );
}

export function KindMark({ kind }: { kind: AttentionKind }) {
  return <ShapeMark shape={MARKS[kind].shape} className={classNames("size-3.5", MARKS[kind].tone)} />;
}

export function CardLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <IntentLink href={cardHref(id)} className="inline-block rounded-[3px] py-0.5 font-medium hover:underline">
      {children}
    </IntentLink>
  );
}
