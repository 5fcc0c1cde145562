import type { KnownCardStatus } from "@/lib/contract/card";
import { can, type Permission, type Role } from "@/lib/domain/permissions";
import { CARD_KEYS, type CardCommand } from "./card-keys";

const BLOCKED: KnownCardStatus = "BLOCKED";
const FROZEN: KnownCardStatus = "FROZEN";

const NEEDS = {
  freeze: "cards.freeze",
  copy: "cards.read",
  reissue: "cards.reissue",
  block: "cards.block",
} as const satisfies Record<CardCommand, Permission>;

const COMMANDS = Object.keys(CARD_KEYS) as CardCommand[];

/** What this person may do with a card in this state, in the order of the keys that are shown. */
export function commandsFor(status: string, role: Role): { command: CardCommand; label: string }[] {
  return COMMANDS.filter((command) => isOffered(command, status, role)).map((command) => ({
    command,
    label: labelOf(command, status),
  }));
}

/** A blocked card's F only reads it back, which no button should call a freeze. */
function isOffered(command: CardCommand, status: string, role: Role): boolean {
  if (command === "freeze" && status === BLOCKED) return false;
  return refusalOf(command, status, role) === null;
}

/** Why a key does nothing here, in words; null where it does. */
export function refusalOf(command: CardCommand, status: string, role: Role): string | null {
  if (!can(role, NEEDS[command])) return `Your role can’t ${command} cards.`;
  if (status !== BLOCKED) return null;
  if (command === "reissue") return "A blocked card can’t be reissued.";
  return command === "block" ? "This card is already blocked." : null;
}

export function findCommand(key: string): CardCommand | null {
  return COMMANDS.find((command) => CARD_KEYS[command] === key.toLowerCase()) ?? null;
}

function labelOf(command: CardCommand, status: string): string {
  const labels = {
    freeze: status === FROZEN ? "Unfreeze" : "Freeze",
    copy: "Copy ID",
    reissue: "Reissue",
    block: "Block",
  } satisfies Record<CardCommand, string>;
  return labels[command];
}
