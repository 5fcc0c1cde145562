"use client";

import { useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import type { Card } from "@/lib/contract/card";
import { PurchaseForm } from "./purchase-form";

/** A purchase with any card: one of the newest, or any other by its id. */
export function PurchasePanel({ cards }: { cards: readonly Card[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const cardId = typed.trim() || chosen;
  const card = cards.find(({ id }) => id === cardId);
  return (
    <PurchaseForm cardId={cardId} currency={card?.currency ?? "USD"} cardError={setIsMissing}>
      <Field label="Card" error={isMissing && !cardId ? "Choose a card or enter a card ID." : undefined}>
        <Combobox
          options={cards.map(({ id, lastFour, cardholderName, status }) => ({
            value: id,
            label: `•• ${lastFour} ${cardholderName}`,
            detail: status.toLowerCase(),
          }))}
          value={typed ? null : chosen}
          onChange={(id) => {
            setChosen(id);
            setTyped("");
          }}
          placeholder={typed ? "Using the card ID below" : "Choose a recent card"}
          searchPlaceholder="Search recent cards"
        />
      </Field>
      <Field label="Or enter a card ID">
        <TextInput
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          spellCheck={false}
          autoCapitalize="off"
          mono
        />
      </Field>
    </PurchaseForm>
  );
}
