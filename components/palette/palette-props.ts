import type { KeyboardEvent, RefObject } from "react";
import type { Role } from "@/lib/domain/permissions";
import type { EarlyKeys } from "./early-keys";
import type { PalettePage } from "./palette-items";

/** What the loaded part makes of the keys that the box receives. */
export type PaletteKeys = {
  handle: (event: KeyboardEvent<HTMLElement>) => void;
  /** One step back; false at the first one. */
  goBack: () => boolean;
};

export type PaletteProps = {
  role: Role;
  pages: readonly PalettePage[];
  signOut: () => Promise<void>;
  listId: string;
  text: string;
  setText: (text: string) => void;
  /** The item that the arrows have reached; null while the box itself is at work. */
  activeKey: string | null;
  setActiveKey: (key: string | null) => void;
  /** False while a card is being frozen: the box makes room. */
  isFinding: boolean;
  setIsFinding: (isFinding: boolean) => void;
  early: EarlyKeys;
  input: RefObject<HTMLInputElement | null>;
  keys: RefObject<PaletteKeys | null>;
  onClose: () => void;
};
