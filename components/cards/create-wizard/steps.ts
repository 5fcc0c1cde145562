import type { FieldPath } from "react-hook-form";
import type { CardApplication } from "@/lib/contract/card-application";
import { CREATE_CARD_PARTS, type CreateCardPart } from "@/lib/contract/create-card";

export const STEPS = [...CREATE_CARD_PARTS, "review"] as const;
export type Step = (typeof STEPS)[number];

export const STEP_LABELS = {
  customer: { name: "Customer", title: "Customer" },
  kyc: { name: "KYC", title: "KYC details" },
  contact: { name: "Contact", title: "Contact details" },
  card: { name: "Card", title: "Card details" },
  review: { name: "Review", title: "Review" },
} as const satisfies Record<Step, { name: string; title: string }>;

export const STEP_FIELDS = {
  customer: ["customerType", "kycApplicantId"],
  kyc: ["kyc"],
  contact: ["meta"],
  card: ["cardType", "preferredCardName", "cardDesign", "spendLimit", "expiryDate"],
} as const satisfies Record<CreateCardPart, readonly FieldPath<CardApplication>[]>;

export function parseStep(text: string | null): Step | null {
  return STEPS.find((step) => step === text) ?? null;
}
