"use client";

import { useState } from "react";
import { CardFace } from "@/components/card-art/card-face";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import type { CardDesign } from "@/lib/contract/card-design";
import { countCharacters, describeOffending, offendingInCardName } from "@/lib/domain/text/characters";

type EmbossPreviewProps = {
  design: Pick<CardDesign, "id" | "name" | "embossNameSupported">;
  /** Passed by the server so that the schema isn't sent to the browser. */
  maxLength: number;
};

export function EmbossPreview({ design, maxLength }: EmbossPreviewProps) {
  const [name, setName] = useState("");
  const length = countCharacters(name);
  const characterError = describeOffending(offendingInCardName(name));
  const lengthError = length > maxLength ? `must be at most ${maxLength} characters` : null;
  const error = characterError ?? lengthError;
  return (
    <div className="flex flex-col gap-4">
      <CardFace
        design={design}
        card={{ cardName: name, cardType: "physical" }}
        label={`${design.name} design`}
      />
      {design.embossNameSupported ? (
        <Field
          label="Preview a name"
          count={{ used: length, limit: maxLength }}
          error={error ? `The name ${error}.` : undefined}
        >
          <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
        </Field>
      ) : (
        <p className="text-ink-2">This design doesn’t support an embossed name.</p>
      )}
    </div>
  );
}
