import type { MenuItem } from "@/components/ui/popups/menu-item";
import { copyText } from "@/lib/client/copy-text";
import { toast } from "@/lib/client/toast";
import type { ListedCard } from "@/lib/domain/cards/listed";
import { can, type Role } from "@/lib/domain/people/permissions";

export type CardRowMenu = (card: ListedCard) => { label: string; items: readonly MenuItem[] };

/** Leaves out what the role doesn't allow, and disables what the card's status doesn't, with the reason. */
export function cardRowMenu(
  role: Role,
  openFreezeDialog: (card: ListedCard, freeze: boolean) => void,
): CardRowMenu {
  return (card) => {
    const page = `/cards/${encodeURIComponent(card.id)}`;
    const isBlocked = card.status === "BLOCKED";
    const isFrozen = card.status === "FROZEN";
    const items: MenuItem[] = [
      { kind: "link", label: "Open", href: page },
      { kind: "link", label: "View transactions", href: `/transactions?card=${encodeURIComponent(card.id)}` },
      { label: "Copy card ID", onSelect: () => void copyId(card.id) },
    ];
    if (can(role, "cards.freeze")) {
      items.push(
        { kind: "separator", id: "before-freeze" },
        {
          label: isFrozen ? "Unfreeze…" : "Freeze…",
          unavailable: isBlocked ? "Permanently blocked" : undefined,
          onSelect: () => openFreezeDialog(card, !isFrozen),
        },
      );
    }
    if (can(role, "cards.reissue")) {
      items.push(
        isBlocked
          ? { label: "Reissue…", unavailable: "A blocked card can’t be reissued", onSelect: noop }
          : { kind: "link", label: "Reissue…", href: `${page}?reissue` },
      );
    }
    if (can(role, "cards.block")) {
      items.push(
        isBlocked
          ? { label: "Block…", unavailable: "Already blocked", onSelect: noop }
          : { kind: "link", label: "Block…", href: `${page}?block` },
      );
    }
    return { label: `Actions for card ending in ${card.lastFour}`, items };
  };
}

async function copyId(id: string) {
  const didCopy = await copyText(id);
  toast(
    didCopy
      ? { title: "Card ID copied", detail: id }
      : { title: "Couldn’t copy card ID", detail: id, tone: "bad" },
  );
}

function noop() {}
