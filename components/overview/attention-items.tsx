import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { IntentLink } from "@/components/ui/intent-link";
import { LinkButton } from "@/components/ui/link-button";
import type {
  Attention,
  AttentionCard,
  AttentionKind,
  BlockedItem,
  ChangedItem,
  FollowUpItem,
  UnknownItem,
} from "@/lib/domain/attention";
import { UNREADABLE_NOTE } from "@/lib/domain/note";
import { can, type Role } from "@/lib/domain/permissions";
import { DismissButton, SettleButton, UnfreezeButton } from "./attention-buttons";
import { CardLink, Item, Mark } from "./attention-item";
import { cardWords, changeWords, listedCardWords, unknownWords } from "./attention-words";
import { cardHref, customerHref } from "./list-links";

type AttentionItemsProps = { kind: AttentionKind; attention: Attention; role: Role };

/** The items of one kind. */
export function AttentionItems({ kind, attention, role }: AttentionItemsProps) {
  switch (kind) {
    case "unknown":
      return attention.unknown.items.map((item) => <Unknown key={item.key} item={item} role={role} />);
    case "follow-up":
      return attention["follow-up"].items.map((item) => <FollowUp key={item.key} item={item} role={role} />);
    case "changed":
      return attention.changed.items.map((item) => <Changed key={item.key} item={item} role={role} />);
    case "blocked":
      return attention.blocked.items.map((item) => <Blocked key={item.key} item={item} role={role} />);
    case "frozen":
      return attention.frozen.items.map(({ key, card, since }) => (
        <FrozenCard key={key} kind="frozen" itemKey={key} card={card} readAt={since} role={role}>
          Frozen since <DateTime value={since} />.
        </FrozenCard>
      ));
    case "frozen-before":
      return attention["frozen-before"].items.map(({ key, card }) => (
        <FrozenCard key={key} kind="frozen-before" itemKey={key} card={card} readAt={ALWAYS} role={role}>
          Already frozen when Cardwell first synced this card.
        </FrozenCard>
      ));
  }
}

function Unknown({ item, role }: { item: UnknownItem; role: Role }) {
  const words = unknownWords(item);
  return (
    <Item
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
        can(role, "cards.create") && <SettleButton operationId={item.operationId} subject={words} />
      }
      dismiss={can(role, "cards.note") && <DismissButton itemKey={item.key} subject={words} />}
    />
  );
}

function FollowUp({ item, role }: { item: FollowUpItem; role: Role }) {
  const name = item.card ? cardWords(item.card) : item.cardId;
  return (
    <Item
      mark={<Mark kind="follow-up" />}
      card={item.card}
      title={<CardLink id={item.cardId}>{name}</CardLink>}
      detail={
        <>
          {item.person} on <DateTime value={item.at} />:{" "}
          {item.excerpt === null ? UNREADABLE_NOTE : `“${item.excerpt}”`}
        </>
      }
      action={
        <LinkButton size="small" href={cardHref(item.cardId)} aria-label={`Open card ${name}`}>
          Open card
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

function Changed({ item, role }: { item: ChangedItem; role: Role }) {
  const name = item.card ? cardWords(item.card) : item.cardId;
  return (
    <Item
      mark={<Mark kind="changed" />}
      card={item.card}
      title={<CardLink id={item.cardId}>{name}</CardLink>}
      detail={
        <>
          Changed outside Cardwell: {changeWords(item)}. Detected <DateTime value={item.at} />.
        </>
      }
      action={
        <LinkButton size="small" href={cardHref(item.cardId)} aria-label={`Open card ${name}`}>
          Open card
        </LinkButton>
      }
      dismiss={
        can(role, "cards.note") && (
          <DismissButton
            itemKey={item.key}
            subject={`${name} changed outside Cardwell: ${changeWords(item)}`}
          />
        )
      }
    />
  );
}

function Blocked({ item: { key, card, since }, role }: { item: BlockedItem; role: Role }) {
  return (
    <Item
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
        can(role, "cards.note") && <DismissButton itemKey={key} subject={listedCardWords("blocked", card)} />
      }
    />
  );
}

/** Since before Cardwell first saw the card. */
const ALWAYS = new Date(0).toISOString();

type FrozenCardProps = {
  kind: "frozen" | "frozen-before";
  itemKey: string;
  card: AttentionCard;
  /** Frozen since then: an unfreeze means this freeze and no later one. */
  readAt: string;
  role: Role;
  children: ReactNode;
};

function FrozenCard({ kind, itemKey, card, readAt, role, children }: FrozenCardProps) {
  const subject = cardWords(card);
  const { id, lastFour, holder: cardholderName } = card;
  const frozen = { id, lastFour, cardholderName, status: "FROZEN", readAt };
  return (
    <Item
      mark={<Mark kind={kind} />}
      card={card}
      title={<CardLink id={card.id}>{subject}</CardLink>}
      detail={children}
      action={can(role, "cards.freeze") && <UnfreezeButton card={frozen} subject={subject} />}
      dismiss={
        can(role, "cards.note") && <DismissButton itemKey={itemKey} subject={listedCardWords(kind, card)} />
      }
    />
  );
}
