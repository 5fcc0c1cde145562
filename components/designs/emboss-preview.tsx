"use client";

import { useState } from "react";
import { CardFace } from "@/components/cards/card-face";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { countCharacters, describeOffending, offendingInCardName } from "@/lib/domain/characters";

type EmbossPreviewProps = {
  designId: string;
  designName: string;
  isEmbossed: boolean;
  /** The longest name in characters; the schema that knows it stays on the server. */
  longest: number;
};

/** The card large, and the name as it would stand on it. */
export function EmbossPreview({ designId, designName, isEmbossed, longest }: EmbossPreviewProps) {
  const [name, setName] = useState("");
  const length = countCharacters(name);
  const offence = describeOffending(offendingInCardName(name));
  const tooLong = length > longest ? `must have at most ${longest} characters` : null;
  const trouble = offence ?? tooLong;
  return (
    <div className="flex flex-col gap-4">
      <CardFace
        design={designId}
        program={designName}
        {...(isEmbossed && name.trim() !== "" && { holder: name })}
        label={`The design ${designName}`}
      />
      {isEmbossed ? (
        <Field
          label="Try a name on it"
          count={{ used: length, limit: longest }}
          error={trouble ? `It ${trouble}.` : undefined}
        >
          <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
        </Field>
      ) : (
        <p className="text-ink-2">No name is embossed on this design.</p>
      )}
    </div>
  );
}
