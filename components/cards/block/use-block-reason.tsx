"use client";

import { type ReactNode, useState } from "react";
import { Field } from "@/components/ui/fields/field";
import { RadioPills } from "@/components/ui/fields/radio-pills";
import { Textarea } from "@/components/ui/fields/textarea";
import {
  BLOCK_REASON_MAX_CHARACTERS,
  type BlockReason,
  isFraudReason,
} from "@/lib/domain/cards/block-reason";
import { countCharacters } from "@/lib/domain/text/characters";

const OTHER = "other";
type Choice = BlockReason | typeof OTHER;

type BlockReasonState = {
  fields: ReactNode;
  /** Null if it is incomplete, and the field then says so. */
  take: () => string | null;
};

/** Why one card or many are blocked. */
export function useBlockReason(reasons: readonly BlockReason[]): BlockReasonState {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [otherReason, setOtherReason] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const reason = choice === OTHER ? otherReason.trim() : (choice ?? "");
  const isTooLong = countCharacters(otherReason) > BLOCK_REASON_MAX_CHARACTERS;

  const fields = (
    <>
      <RadioPills
        legend="Reason"
        name="block-reason"
        value={choice}
        onChange={setChoice}
        options={[
          ...reasons.map((value) => ({ value, label: capitalize(value) })),
          { value: OTHER, label: "Other" },
        ]}
        error={wasSubmitted && choice === null ? "Choose a reason." : undefined}
      />
      {choice === OTHER && (
        <Field
          label="Other reason"
          hint="The issuer stores the reason on the card. Don’t include names or numbers."
          count={{ used: countCharacters(otherReason), limit: BLOCK_REASON_MAX_CHARACTERS }}
          error={otherReasonError({ otherReason, isTooLong, wasSubmitted })}
          required
        >
          <Textarea value={otherReason} onChange={(event) => setOtherReason(event.target.value)} rows={2} />
        </Field>
      )}
      {isFraudReason(reason) && (
        <p className="text-small text-ink-2">
          The issuer treats this reason as suspected fraud and will also reject any later freeze.
        </p>
      )}
    </>
  );
  return {
    fields,
    take() {
      setWasSubmitted(true);
      return reason === "" || (choice === OTHER && isTooLong) ? null : reason;
    },
  };
}

function otherReasonError(input: {
  otherReason: string;
  isTooLong: boolean;
  wasSubmitted: boolean;
}): string | undefined {
  if (input.isTooLong) return `Must be at most ${BLOCK_REASON_MAX_CHARACTERS} characters.`;
  return input.wasSubmitted && input.otherReason.trim() === "" ? "Enter a reason." : undefined;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
