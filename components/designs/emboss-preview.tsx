"use client";

import { useState } from "react";
import { CardFace } from "@/components/cards/card-face";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import type { CardDesign } from "@/lib/contract/card-design";
import { countCharacters, describeOffending, offendingInCardName } from "@/lib/domain/characters";

type EmbossPreviewProps = {
  design: Pick<CardDesign, "id" | "name" | "embossNameSupported">;
  /** The longest name in characters; the schema that knows it stays on the server. */
  longest: number;
};

/** The card large, and the name as it would stand on it. */
export function EmbossPreview({ design, longest }: EmbossPreviewProps) {
  const [name, setName] = useState("");
  const length = countCharacters(name);
  const offence = describeOffending(offendingInCardName(name));
  const tooLong = length > longest ? `must be at most ${longest} characters` : null;
  const trouble = offence ?? tooLong;
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
          count={{ used: length, limit: longest }}
          error={trouble ? `The name ${trouble}.` : undefined}
        >
          <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
        </Field>
      ) : (
        <p className="text-ink-2">This design doesn’t support an embossed name.</p>
      )}
    </div>
  );
}
