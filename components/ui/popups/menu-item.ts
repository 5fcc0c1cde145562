import type { ReactNode } from "react";

type MenuAction = {
  label: string;
  icon?: ReactNode;
  shortcut?: string;
  tone?: "danger";
  /** Why the item is disabled; it stays visible so that the reason can be read. */
  unavailable?: string | undefined;
};

export type MenuItem =
  | (MenuAction & { kind?: "action"; onSelect: () => void })
  | (MenuAction & { kind: "link"; href: string })
  | { kind: "separator"; id: string }
  | { kind: "heading"; id: string; label: string }
  | { kind: "note"; id: string; content: ReactNode }
  | { kind: "check"; label: string; isOn: boolean; onChange: (isOn: boolean) => void; onIntent?: () => void }
  | {
      kind: "choice";
      label: string;
      value: string;
      options: readonly { value: string; label: string; detail?: ReactNode }[];
      onChange: (value: string) => void;
      /** Called when the option is highlighted. */
      onIntent?: (value: string) => void;
    };
