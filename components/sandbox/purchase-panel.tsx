"use client";

import { useState } from "react";
import { Combobox } from "@/components/ui/fields/combobox";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import type { Card } from "@/lib/contract/card";
import { PurchaseForm } from "./purchase-form";

/** A purchase with one of the newest cards, or any other card by ID. */
export function PurchasePanel({ cards }: { cards: readonly Card[] }) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [typedId, setTypedId] = useState("");
  const [isValid, setIsValid] = useState(true);
  const cardId = typedId.trim() || selectedId;
  const card = cards.find(({ id }) => id === cardId);
  return (
    <PurchaseForm cardId={cardId} currency={card?.currency ?? "USD"} onSubmitCard={setIsValid}>
      <Field label="Card" error={isValid || cardId ? undefined : "Choose a card or enter a card ID."}>
        <Combobox
          options={cards.map(({ id, lastFour, cardholderName, status }) => ({
            value: id,
            label: `•• ${lastFour} ${cardholderName}`,
            detail: status.toLowerCase(),
          }))}
          value={typedId ? null : selectedId}
          onChange={(id) => {
            setSelectedId(id);
            setTypedId("");
          }}
          placeholder={typedId ? "Using the card ID below" : "Choose a recent card"}
          searchPlaceholder="Search recent cards"
        />
      </Field>
      <Field label="Or enter a card ID" error={isValid || !typedId ? undefined : "Enter a complete card ID."}>
        <TextInput
          value={typedId}
          onChange={(event) => setTypedId(event.target.value)}
          spellCheck={false}
          autoCapitalize="off"
          mono
        />
      </Field>
    </PurchaseForm>
  );
}
