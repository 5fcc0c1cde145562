import type { KnownCardStatus } from "@/lib/contract/card";
import { can, type Permission, type Role } from "@/lib/domain/people/permissions";
import { CARD_KEYS, type CardCommand } from "./card-keys";

const BLOCKED: KnownCardStatus = "BLOCKED";
const FROZEN: KnownCardStatus = "FROZEN";

const REQUIRED_PERMISSION = {
  freeze: "cards.freeze",
  copy: "cards.read",
  reissue: "cards.reissue",
  block: "cards.block",
} as const satisfies Record<CardCommand, Permission>;

const COMMANDS = Object.keys(CARD_KEYS) as CardCommand[];

/** The commands that the role and the card's status allow, in display order. */
export function commandsFor(status: string, role: Role): { command: CardCommand; label: string }[] {
  return COMMANDS.filter((command) => isAvailable(command, status, role)).map((command) => ({
    command,
    label: commandLabel(command, status),
  }));
}

/** On a blocked card F only shows the confirmed status, so there is no freeze button. */
function isAvailable(command: CardCommand, status: string, role: Role): boolean {
  if (command === "freeze" && status === BLOCKED) return false;
  return findRejection(command, status, role) === null;
}

/** The message that says why a command is unavailable, or null. */
export function findRejection(command: CardCommand, status: string, role: Role): string | null {
  if (!can(role, REQUIRED_PERMISSION[command])) return `Your role can’t ${command} cards.`;
  if (status !== BLOCKED) return null;
  if (command === "reissue") return "A blocked card can’t be reissued.";
  return command === "block" ? "This card is already blocked." : null;
}

export function findCommand(key: string): CardCommand | null {
  return COMMANDS.find((command) => CARD_KEYS[command] === key.toLowerCase()) ?? null;
}

function commandLabel(command: CardCommand, status: string): string {
  const labels = {
    freeze: status === FROZEN ? "Unfreeze" : "Freeze",
    copy: "Copy ID",
    reissue: "Reissue",
    block: "Block",
  } satisfies Record<CardCommand, string>;
  return labels[command];
}
