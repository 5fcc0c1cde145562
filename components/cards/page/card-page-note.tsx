"use client";

import { useRef } from "react";
import { NoteForm } from "@/components/notes/note-form";
import { useShortcut } from "@/lib/client/shortcuts";

export function CardPageNote({ cardId }: { cardId: string }) {
  const input = useRef<HTMLTextAreaElement>(null);
  useShortcut({ keys: "n", label: "Add note", group: "This card" }, () => input.current?.focus());
  return <NoteForm subject={`card:${cardId}`} inputRef={input} followUp={{ isDefault: false }} />;
}
