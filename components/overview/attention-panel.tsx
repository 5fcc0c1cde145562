import type { ReactNode } from "react";
import { silenceWords } from "@/components/reports/silence-callout";
import { ShapeMark } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { IntentLink } from "@/components/ui/intent-link";
import { LinkButton } from "@/components/ui/link-button";
import { Panel } from "@/components/ui/panel";
import {
  type Attention,
  type AttentionCard,
  type AttentionKind,
  countWaiting,
  MOST_COUNTED,
} from "@/lib/domain/attention";
import { can, type Role } from "@/lib/domain/permissions";
import { CheckAgainButton, DismissButton, SettleButton, UnfreezeButton } from "./attention-buttons";
import { CardLink, Group, Item, Mark } from "./attention-item";
import { cardWords, changeWords, countWords, unknownWords } from "./attention-words";
import { DismissedList } from "./dismissed-list";
import { cardHref, cardsHref, customerHref } from "./list-links";

/** What needs someone: each with its one button, and a way to lay it aside with a reason. */
export function AttentionPanel({ attention, role }: { attention: Attention; role: Role }) {
  const waiting = countWaiting(attention);
  return (
    <Panel
      title="Needs someone"
      lead={waiting > 0 ? `${countWords(Math.min(waiting, MOST_COUNTED + 1))} to look at` : undefined}
      isFlush
    >
      {waiting === 0 && (
        <p className="flex items-center gap-2 px-4 pt-1 pb-4 text-ink-2">
          <ShapeMark shape="check" className="text-good" />
          Nothing needs anyone right now.
        </p>
      )}
      {attention.issuer && (
        <ul className="border-line border-t">
          <IssuerItem lastAnswerAt={attention.issuer.lastAnswerAt} />
        </ul>
      )}
      {attention.silence && (
        <ul className="border-line border-t">
          <SilenceItem {...attention.silence} role={role} />
        </ul>
      )}
      <Unknown list={attention.unknown} role={role} />
      <Changed list={attention.changed} role={role} />
      <Blocked list={attention.blocked} role={role} />
      <Frozen list={attention.frozen} role={role} />
      <FrozenBefore list={attention["frozen-before"]} role={role} />
      {attention.dismissed.length > 0 && (
        <DismissedList dismissed={attention.dismissed} mayRestore={can(role, "cards.note")} />
      )}
    </Panel>
  );
}

function IssuerItem({ lastAnswerAt }: { lastAnswerAt: string | null }) {
  return (
    <Item
      mark={<ShapeMark shape="cross" className="size-3.5 text-bad" />}
      title={<span className="font-medium text-bad">The issuer cannot be reached</span>}
      detail={
        <>
          {lastAnswerAt ? (
            <>
              Its last answer came on <DateTime value={lastAnswerAt} style="full" />.
            </>
          ) : (
            "It has not answered since this server started."
          )}{" "}
          What is shown here is what was known by then. We keep trying by ourselves.
        </>
      }
      action={<CheckAgainButton />}
    />
  );
}

function SilenceItem({ reports, since, role }: { reports: number; since: string; role: Role }) {
  return (
    <Item
      mark={<ShapeMark shape="alert" className="size-3.5 text-warn" />}
      title={<span className="font-medium">The issuer is silent about reports</span>}
      detail={
        <>
          {silenceWords(reports)} since <DateTime value={since} />, and no event has come. Check the webhook's
          address and secret.
        </>
      }
      action={
        <LinkButton size="small" href={can(role, "webhooks.read") ? "/webhooks" : "/reports?state=requested"}>
          {can(role, "webhooks.read") ? "Open webhooks" : "Open reports"}
        </LinkButton>
      }
    />
  );
}

type ListProps<Kind extends AttentionKind> = { list: Attention[Kind]; role: Role };

function Unknown({ list, role }: ListProps<"unknown">) {
  return (
    <Group kind="unknown" total={list.total} shown={list.items.length}>
      {list.items.map((item) => {
        const words = unknownWords(item);
        return (
          <Item
            key={item.key}
            mark={<Mark kind="unknown" />}
            title={
              item.cardId ? (
                <IntentLink href={cardHref(item.cardId)} className="font-medium hover:underline">
                  {words}
                </IntentLink>
              ) : (
                <span className="font-medium">{words}</span>
              )
            }
            detail={
              <>
                No answer came to {item.person ?? "someone"} on <DateTime value={item.at} />.{" "}
                {item.needsPerson
                  ? "The issuer's records cannot tell whether it happened."
                  : "We are looking it up at the issuer. Do not send it again."}
              </>
            }
            action={
              item.needsPerson &&
              can(role, "cards.create") && <SettleButton operationId={item.operationId} subject={words} />
            }
            dismiss={can(role, "cards.note") && <DismissButton itemKey={item.key} subject={words} />}
          />
        );
      })}
    </Group>
  );
}

function Changed({ list, role }: ListProps<"changed">) {
  return (
    <Group
      kind="changed"
      total={list.total}
      shown={list.items.length}
      restHref={can(role, "audit.read") ? "/audit?action=card.changed-outside" : undefined}
    >
      {list.items.map((item) => {
        const name = item.card ? cardWords(item.card) : item.cardId;
        return (
          <Item
            key={item.key}
            mark={<Mark kind="changed" />}
            card={item.card}
            title={<CardLink id={item.cardId}>{name}</CardLink>}
            detail={
              <>
                Changed {changeWords(item)}, not by anyone here. Found on <DateTime value={item.at} />.
              </>
            }
            action={
              <LinkButton size="small" href={cardHref(item.cardId)} aria-label={`Open card ${name}`}>
                Open card
              </LinkButton>
            }
            dismiss={
              can(role, "cards.note") && (
                <DismissButton itemKey={item.key} subject={`${name} changed ${changeWords(item)}`} />
              )
            }
          />
        );
      })}
    </Group>
  );
}

function Blocked({ list, role }: ListProps<"blocked">) {
  return (
    <Group
      kind="blocked"
      total={list.total}
      shown={list.items.length}
      restHref={cardsHref({ status: "BLOCKED" })}
    >
      {list.items.map(({ key, card, since }) => (
        <Item
          key={key}
          mark={<Mark kind="blocked" />}
          card={card}
          title={<CardLink id={card.id}>{cardWords(card)}</CardLink>}
          detail={
            <>
              Blocked since <DateTime value={since} />, and {card.customerId} has no newer {card.type} card.
            </>
          }
          action={
            <LinkButton
              size="small"
              href={customerHref(card.customerId)}
              aria-label={`Open customer ${card.customerId}`}
            >
              Open customer
            </LinkButton>
          }
          dismiss={
            can(role, "cards.note") && (
              <DismissButton itemKey={key} subject={`${cardWords(card)} blocked, no replacement`} />
            )
          }
        />
      ))}
    </Group>
  );
}

function Frozen({ list, role }: ListProps<"frozen">) {
  return (
    <Group
      kind="frozen"
      total={list.total}
      shown={list.items.length}
      restHref={cardsHref({ status: "FROZEN" })}
    >
      {list.items.map(({ key, card, since }) => (
        <FrozenCard key={key} kind="frozen" itemKey={key} card={card} role={role}>
          Frozen since <DateTime value={since} />.
        </FrozenCard>
      ))}
    </Group>
  );
}

function FrozenBefore({ list, role }: ListProps<"frozen-before">) {
  return (
    <Group
      kind="frozen-before"
      total={list.total}
      shown={list.items.length}
      restHref={cardsHref({ status: "FROZEN" })}
    >
      {list.items.map(({ key, card }) => (
        <FrozenCard key={key} kind="frozen-before" itemKey={key} card={card} role={role}>
          Already frozen when Cardwell first saw this card.
        </FrozenCard>
      ))}
    </Group>
  );
}

type FrozenCardProps = {
  kind: "frozen" | "frozen-before";
  itemKey: string;
  card: AttentionCard;
  role: Role;
  children: ReactNode;
};

function FrozenCard({ kind, itemKey, card, role, children }: FrozenCardProps) {
  const subject = cardWords(card);
  const frozen = { id: card.id, lastFour: card.lastFour, cardholderName: card.holder, status: "FROZEN" };
  return (
    <Item
      mark={<Mark kind={kind} />}
      card={card}
      title={<CardLink id={card.id}>{subject}</CardLink>}
      detail={children}
      action={can(role, "cards.freeze") && <UnfreezeButton card={frozen} subject={subject} />}
      dismiss={
        can(role, "cards.note") && <DismissButton itemKey={itemKey} subject={`${subject} frozen for long`} />
      }
    />
  );
}
