"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Money } from "@/components/ui/values/money";
import { simulatePurchase } from "@/lib/actions/simulate-purchase";
import { fieldMessage } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import type { Transaction } from "@/lib/contract/transaction";
import { PURCHASE_CURRENCIES, Purchase } from "@/lib/domain/settings/sandbox";

const PurchaseValues = Purchase.omit({ cardId: true });

// Also set on the inputs, because they are visible before hydration.
const DEFAULTS = { amount: 25, merchant: "Kowloon Hardware", kind: "purchase" } as const;

type Decision = { approved: boolean; code: string | null; reason: string | null; transaction: Transaction };

type PurchaseFormProps = {
  /** Null while no card is selected. */
  cardId: string | null;
  currency: string;
  /** Shown first: the card field. */
  children?: ReactNode;
  onSubmitCard?: (isValid: boolean) => void;
};

export function PurchaseForm({ cardId, currency, children, onSubmitCard }: PurchaseFormProps) {
  const { send, isBusy, error } = useAction(simulatePurchase);
  const [decision, setDecision] = useState<Decision | null>(null);
  const cardCurrency = PURCHASE_CURRENCIES.find((code) => code === currency) ?? "USD";
  const form = useForm({
    resolver: zodResolver(PurchaseValues),
    defaultValues: { ...DEFAULTS, currency: cardCurrency },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    const isValid = Purchase.shape.cardId.safeParse(cardId).success;
    onSubmitCard?.(isValid);
    if (cardId === null || !isValid) return;
    setDecision(null);
    const result = await send({ ...values, cardId });
    if (result.ok) setDecision(result.data);
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      {children}
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,7rem)] gap-3">
        <Field label="Amount" error={fieldMessage(errors.amount)} required>
          <TextInput
            {...form.register("amount", { valueAsNumber: true })}
            type="number"
            step="any"
            min="0"
            defaultValue={DEFAULTS.amount}
          />
        </Field>
        <Field label="Currency">
          <Select
            {...form.register("currency")}
            defaultValue={cardCurrency}
            options={PURCHASE_CURRENCIES.map((code) => ({ value: code, label: code }))}
          />
        </Field>
      </div>
      <Field label="Merchant" error={fieldMessage(errors.merchant)} required>
        <TextInput {...form.register("merchant")} defaultValue={DEFAULTS.merchant} />
      </Field>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label="Type">
          <Select
            {...form.register("kind")}
            options={[
              { value: "purchase", label: "Purchase" },
              { value: "atm", label: "ATM withdrawal" },
            ]}
          />
        </Field>
        <Field label="Card details">
          <Select
            {...form.register("credentialsVersion", {
              setValueAs: (value) => (value === "1" ? 1 : undefined),
            })}
            options={[
              { value: "", label: "Current" },
              { value: "1", label: "Original, before any reissue" },
            ]}
          />
        </Field>
      </div>
      <div>
        <Button type="submit" tone="primary" busy={isBusy}>
          Make purchase
        </Button>
      </div>
      {error && <ErrorState error={error} isInline />}
      {decision && <DecisionCallout decision={decision} />}
    </form>
  );
}

function DecisionCallout({ decision: { approved, code, reason, transaction } }: { decision: Decision }) {
  return (
    <Callout tone={approved ? "good" : "bad"} title={approved ? "Approved" : `Declined: ${code}`} isAnnounced>
      {approved ? (
        <>
          Billed <Money amount={transaction.bill_amount} currency={transaction.bill_currency} />. The
          transaction is pending until it clears.
        </>
      ) : (
        `Decline reason: ${reason}.`
      )}
    </Callout>
  );
}
