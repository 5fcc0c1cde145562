import type { ReactNode } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { DateTime } from "@/components/ui/values/date-time";
import type {
  Attention,
  AttentionCard,
  AttentionKind,
  BlockedItem,
  ChangedItem,
  FollowUpItem,
  UnknownItem,
} from "@/lib/domain/cards/attention-items";
import { UNREADABLE_NOTE } from "@/lib/domain/people/note";
import { can, type Role } from "@/lib/domain/people/permissions";
import { DismissButton, ResolveButton, UnfreezeButton } from "./attention-buttons";
import { AttentionItem, CardLink, KindMark } from "./attention-item";
import { cardLabel, changeText, listedCardLabel, unknownItemLabel } from "./attention-text";
import { cardHref, customerHref } from "./list-links";

type AttentionItemsProps = { kind: AttentionKind; attention: Attention; role: Role };

export function AttentionItems({ kind, attention, role }: AttentionItemsProps) {
  switch (kind) {
    case "unknown":
      return attention.unknown.items.map((item) => <UnknownOutcome key={item.key} item={item} role={role} />);
    case "follow-up":
      return attention["follow-up"].items.map((item) => (
        <FollowUpNote key={item.key} item={item} role={role} />
      ));
    case "changed":
      return attention.changed.items.map((item) => <ChangedCard key={item.key} item={item} role={role} />);
    case "blocked":
      return attention.blocked.items.map((item) => <BlockedCard key={item.key} item={item} role={role} />);
    case "frozen":
      return attention.frozen.items.map(({ key, card, since }) => (
        <FrozenCard key={key} kind="frozen" itemKey={key} card={card} readAt={since} role={role}>
          Frozen since <DateTime value={since} />.
        </FrozenCard>
      ));
    case "frozen-before":
      return attention["frozen-before"].items.map(({ key, card }) => (
        <FrozenCard
          key={key}
          kind="frozen-before"
          itemKey={key}
          card={card}
          readAt={BEFORE_FIRST_SYNC}
          role={role}
        >
          Already frozen when Cardwell first synced this card.
        </FrozenCard>
      ));
  }
}

function UnknownOutcome({ item, role }: { item: UnknownItem; role: Role }) {
  const label = unknownItemLabel(item);
  return (
    <AttentionItem
      mark={<KindMark kind="unknown" />}
      title={
        item.cardId ? (
          <IntentLink href={cardHref(item.cardId)} className="font-medium hover:underline">
            {label}
          </IntentLink>
        ) : (
          <span className="font-medium">{label}</span>
        )
      }
      detail={
        <>
          The issuer didn’t respond to {item.person ? `${item.person}’s request` : "a request"} on{" "}
          <DateTime value={item.at} />.{" "}
          {item.isEvidenceUnreadable
            ? "We can no longer decrypt the request, so we can’t look it up. Check the outcome with the issuer."
            : item.needsManualResolution
              ? "The issuer’s records are inconclusive."
              : "We’re checking with the issuer. Don’t send it again."}
        </>
      }
      action={
        item.needsManualResolution &&
        can(role, "cards.create") && <ResolveButton operationId={item.operationId} subject={label} />
      }
      dismiss={can(role, "cards.note") && <DismissButton itemKey={item.key} subject={label} />}
    />
  );
}

function FollowUpNote({ item, role }: { item: FollowUpItem; role: Role }) {
  const name = item.card ? cardLabel(item.card) : item.cardId;
  return (
    <AttentionItem
      mark={<KindMark kind="follow-up" />}
      card={item.card}
      title={<CardLink id={item.cardId}>{name}</CardLink>}
      detail={
        <>
          {item.person} on <DateTime value={item.at} />:{" "}
          {item.excerpt === null ? UNREADABLE_NOTE : `“${item.excerpt}”`}
        </>
      }
      action={
        <LinkButton size="small" href={cardHref(item.cardId)} aria-label={`View card ${name}`}>
          View card
        </LinkButton>
      }
      dismiss={
        can(role, "cards.note") && (
          <DismissButton itemKey={item.key} subject={`${name}, follow-up requested`} />
        )
      }
    />
  );
}

function ChangedCard({ item, role }: { item: ChangedItem; role: Role }) {
  const name = item.card ? cardLabel(item.card) : item.cardId;
  return (
    <AttentionItem
      mark={<KindMark kind="changed" />}
      card={item.card}
      title={<CardLink id={item.cardId}>{name}</CardLink>}
      detail={
        <>
          Changed outside Cardwell: {changeText(item)}. Detected <DateTime value={item.at} />.
        </>
      }
      action={
        <LinkButton size="small" href={cardHref(item.cardId)} aria-label={`View card ${name}`}>
          View card
        </LinkButton>
      }
      dismiss={
        can(role, "cards.note") && (
          <DismissButton
            itemKey={item.key}
            subject={`${name} changed outside Cardwell: ${changeText(item)}`}
          />
        )
      }
    />
  );
}

function BlockedCard({ item: { key, card, since }, role }: { item: BlockedItem; role: Role }) {
  return (
    <AttentionItem
      mark={<KindMark kind="blocked" />}
      card={card}
      title={<CardLink id={card.id}>{cardLabel(card)}</CardLink>}
      detail={
        <>
          Blocked since <DateTime value={since} />, and {card.customerId} has no newer {card.type} card.
        </>
      }
      action={
        <LinkButton
          size="small"
          href={customerHref(card.customerId)}
          aria-label={`View customer ${card.customerId}`}
        >
          View customer
        </LinkButton>
      }
      dismiss={
        can(role, "cards.note") && <DismissButton itemKey={key} subject={listedCardLabel("blocked", card)} />
      }
    />
  );
}

/** Before Cardwell first synced the card. */
const BEFORE_FIRST_SYNC = new Date(0).toISOString();

type FrozenCardProps = {
  kind: "frozen" | "frozen-before";
  itemKey: string;
  card: AttentionCard;
  /** When the card was frozen, so that an unfreeze doesn't apply to a later freeze. */
  readAt: string;
  role: Role;
  children: ReactNode;
};

function FrozenCard({ kind, itemKey, card, readAt, role, children }: FrozenCardProps) {
  const subject = cardLabel(card);
  const { id, lastFour, holder: cardholderName } = card;
  const frozen = { id, lastFour, cardholderName, status: "FROZEN", readAt };
  return (
    <AttentionItem
      mark={<KindMark kind={kind} />}
      card={card}
      title={<CardLink id={card.id}>{subject}</CardLink>}
      detail={children}
      action={can(role, "cards.freeze") && <UnfreezeButton card={frozen} subject={subject} />}
      dismiss={
        can(role, "cards.note") && <DismissButton itemKey={itemKey} subject={listedCardLabel(kind, card)} />
      }
    />
  );
}
