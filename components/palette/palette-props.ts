import type { KeyboardEvent, RefObject } from "react";
import type { Role } from "@/lib/domain/people/permissions";
import type { BufferedKeys } from "./buffered-keys";
import type { PalettePage } from "./palette-items";

/** Handles the keys that the input receives. */
export type PaletteKeys = {
  handleKey: (event: KeyboardEvent<HTMLElement>) => void;
  /** Returns false if there is no previous step. */
  goBack: () => boolean;
};

export type PaletteProps = {
  role: Role;
  pages: readonly PalettePage[];
  signOut: () => Promise<void>;
  listId: string;
  text: string;
  setText: (text: string) => void;
  /** The item selected with the arrow keys, or null. */
  activeKey: string | null;
  setActiveKey: (key: string | null) => void;
  /** False during the freeze flow, which hides the input. */
  isSearching: boolean;
  setIsSearching: (isSearching: boolean) => void;
  bufferedKeys: BufferedKeys;
  input: RefObject<HTMLInputElement | null>;
  keys: RefObject<PaletteKeys | null>;
  onClose: () => void;
};
