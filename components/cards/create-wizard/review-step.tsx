"use client";

import type { ReactNode } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { useDesigns } from "@/components/designs/use-designs";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { Callout } from "@/components/ui/messages/callout";
import { Panel } from "@/components/ui/panel";
import { type CardApplication, toCreateRequest } from "@/lib/contract/card-application";
import type { CreateCardPart } from "@/lib/contract/create-card";
import { concernText, opensWithoutCredit } from "@/lib/contract/issue-concerns";
import { findCountry } from "@/lib/domain/countries/countries";
import { defaultExpiry, type IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { CustomerNotice } from "./customer-notice";
import { DuplicateCardWarning } from "./duplicate-card-warning";
import { SaveTemplateButton } from "./save-template-button";
import { formatSpendLimit } from "./spend-limit-text";
import { handleLinkClick } from "./step-list";
import { STEP_LABELS, type Step } from "./steps";

export type ReviewStepProps = {
  form: UseFormReturn<CardApplication>;
  today: IsoDate;
  currency: string | null;
  stepHref: (step: Step) => string;
  onNavigate: (step: Step, field?: FieldPath<CardApplication>) => void;
};

export default function ReviewStep({ form, today, currency, stepHref, onNavigate }: ReviewStepProps) {
  const application = form.getValues();
  const facts = { customer: customerFacts, kyc: kycFacts, contact: contactFacts, card: cardFacts } as const;
  const request = JSON.stringify(toCreateRequest(application), null, 2);
  return (
    <>
      <CustomerNotice
        application={application}
        onlyConflict
        action={
          <Button size="small" onClick={() => onNavigate("contact", "meta.id")}>
            Change customer ID
          </Button>
        }
      />
      {opensWithoutCredit(application) && (
        <Callout
          tone="warn"
          title="No available credit"
          detail="A limit can’t be added later. Leave it empty only if your program handles its own authorizations."
          action={
            <Button size="small" onClick={() => onNavigate("card", "spendLimit")}>
              Set a spend limit
            </Button>
          }
        >
          {concernText({ is: "no-credit" })}
        </Callout>
      )}
      <DuplicateCardWarning application={application} />
      {(Object.keys(facts) as CreateCardPart[]).map((part) => (
        <Panel
          key={part}
          title={STEP_LABELS[part].name}
          action={
            <a
              href={stepHref(part)}
              aria-label={`Edit ${STEP_LABELS[part].name}`}
              onClick={(event) => handleLinkClick(event, () => onNavigate(part))}
              className="inline-flex min-h-6 items-center rounded-[4px] font-medium text-accent hover:underline touch:min-h-10"
            >
              Edit
            </a>
          }
        >
          <DescriptionList facts={facts[part](application, { today, currency })} />
        </Panel>
      ))}
      <SaveTemplateButton application={application} today={today} currency={currency} />
      <details className="rounded-panel border border-line bg-surface">
        <summary className="min-h-9 cursor-default rounded-panel px-4 py-2 font-medium hover:bg-hover touch:min-h-11">
          API request
        </summary>
        <div className="flex flex-col gap-2 border-line border-t px-4 py-3">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
          <pre tabIndex={0} className="overflow-x-auto font-mono text-small">
            {request}
          </pre>
          <div>
            <CopyButton size="small" text={request} label="Copy request" />
          </div>
        </div>
      </details>
    </>
  );
}

type Fact = { name: string; value: ReactNode };

function customerFacts({ customerType, kycApplicantId }: CardApplication): Fact[] {
  return [
    { name: "Customer type", value: customerType },
    { name: "KYC applicant ID", value: <LongText text={kycApplicantId} /> },
  ];
}

function kycFacts({ customerType, kyc }: CardApplication): Fact[] {
  if (customerType === "Business") {
    return [
      { name: "Legal name", value: <LongText text={kyc.fullName} /> },
      { name: "Entity type", value: kyc.entityType },
      { name: "Registration number", value: <LongText text={kyc.businessRegistrationNumber} /> },
      { name: "Operating address", value: <Address {...kyc.businessOperationAddress} /> },
    ];
  }
  const { idDocumentType, idDocumentNumber, ...address } = kyc.residentialAddress;
  return [
    { name: "Name", value: <LongText text={`${kyc.firstName} ${kyc.lastName}`} /> },
    { name: "Date of birth", value: formatDay(kyc.dob) },
    { name: "ID document", value: <LongText text={`${idDocumentType}, ${idDocumentNumber}`} /> },
    { name: "Residential address", value: <Address {...address} /> },
  ];
}

function contactFacts({ meta: { id, otpPhoneNumber, email } }: CardApplication): Fact[] {
  return [
    { name: "Customer ID", value: <LongText text={id} /> },
    { name: "Phone", value: `+${otpPhoneNumber.dialCode} ${otpPhoneNumber.phoneNumber}` },
    { name: "Email", value: email ? <LongText text={email} /> : "None" },
  ];
}

type CardContext = Pick<ReviewStepProps, "today" | "currency">;

function cardFacts(application: CardApplication, { today, currency }: CardContext): Fact[] {
  const { cardType, preferredCardName, cardDesign, expiryDate } = application;
  const { spendLimit = 0 } = toCreateRequest(application);
  return [
    { name: "Type", value: cardType },
    { name: "Name on card", value: <LongText text={preferredCardName} /> },
    { name: "Design", value: <DesignName id={cardDesign} /> },
    {
      name: "Spend limit",
      value: opensWithoutCredit(application)
        ? "0.00 (every purchase is declined)"
        : formatSpendLimit(spendLimit, currency),
    },
    {
      name: "Expires",
      value: expiryDate ? formatDay(expiryDate) : `${formatDay(defaultExpiry(today))} (three years)`,
    },
    ...(cardType === "physical"
      ? [
          {
            name: "Shipping",
            value:
              "Nothing ships when you issue the card, so no address is needed. Order the physical card from the card page.",
          },
        ]
      : []),
  ];
}

function DesignName({ id }: { id: string }) {
  const { data } = useDesigns();
  if (id) return data?.find((design) => design.id === id)?.name ?? id;
  const name = data?.find((design) => design.default)?.name;
  return name ? `${name} (program default)` : "Program default";
}

function Address({
  line1,
  line2,
  city,
  postalCode,
  country,
}: CardApplication["kyc"]["businessOperationAddress"]) {
  const lines = [line1, line2, `${postalCode} ${city}`.trim(), findCountry(country)?.name ?? country];
  return <span className="whitespace-pre-line break-words">{lines.join("\n")}</span>;
}

function LongText({ text }: { text: string }) {
  return <span className="break-words [overflow-wrap:anywhere]">{text}</span>;
}
