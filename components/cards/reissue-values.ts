import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldPath, Resolver } from "react-hook-form";
import { withoutCardNumber } from "@/lib/contract/card-numbers";
import { type ReissueCardRequest, reissueCardRequest } from "@/lib/contract/reissue-card";
import { type IsoDate, toIsoDate } from "@/lib/domain/calendar";
import { needsCustomExpiry, type RenewOption } from "@/lib/domain/renewal";

/** What the form holds: every field is there, also those that the chosen option does not need. */
export type ReissueValues = {
  renewOption: RenewOption;
  expiryDate: string;
  shippingInformation: {
    shippingAddress: {
      line1: string;
      line2: string;
      zone: string;
      city: string;
      postalCode: string;
      country: string;
    };
    recipientFirstName: string;
    recipientLastName: string;
    recipientEmail: string;
    recipientDialCode: number | null;
    recipientPhoneNumber: string;
    cardDesign: string;
  };
};

/**
 * Prefilled with what the card knows. The recipient is not among it: a card does not say whether its holder is a
 * person or a company, and a parcel needs a person.
 */
export function firstReissueValues(card: { cardDesign: string }): Omit<ReissueValues, "renewOption"> {
  return {
    expiryDate: "",
    shippingInformation: {
      shippingAddress: { line1: "", line2: "", zone: "", city: "", postalCode: "", country: "" },
      recipientFirstName: "",
      recipientLastName: "",
      recipientEmail: "",
      recipientDialCode: null,
      recipientPhoneNumber: "",
      cardDesign: card.cardDesign,
    },
  };
}

/** A cardholder as the recipient of a parcel: the first word is the first name. */
export function recipientNames(cardholder: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = cardholder.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

/** Only what this card and this option need; a line left empty is left out. */
export function toReissueRequest(values: ReissueValues, isPhysical: boolean) {
  const { renewOption, expiryDate, shippingInformation: shipping } = values;
  const { line2, zone, ...address } = shipping.shippingAddress;
  return {
    renewOption,
    ...(needsCustomExpiry(renewOption) && expiryDate !== "" ? { expiryDate } : {}),
    ...(isPhysical
      ? {
          shippingInformation: {
            ...shipping,
            shippingAddress: {
              ...address,
              ...(line2.trim() === "" ? {} : { line2 }),
              ...(zone.trim() === "" ? {} : { zone }),
            },
          },
        }
      : {}),
  };
}

/** The issuer's own rules and ours, applied to what would be sent; the form's values stay as they were typed. */
export function reissueResolver(isPhysical: boolean): Resolver<ReissueValues, unknown, ReissueValues> {
  return async (values, context, options) => {
    const schema = reissueCardRequest({ isPhysical }, toIsoDate(new Date())).check(withoutCardNumber);
    const check = zodResolver(schema) as unknown as Resolver<ReissueValues>;
    const checked = await check(toReissueRequest(values, isPhysical) as ReissueValues, context, options);
    const hasErrors = Object.keys(checked.errors).length > 0;
    return hasErrors ? { values: {}, errors: checked.errors } : { values, errors: {} };
  };
}

/** Checked by `reissueResolver` before. */
export function checkedRequest(
  values: ReissueValues,
  isPhysical: boolean,
  today: IsoDate,
): ReissueCardRequest {
  return reissueCardRequest({ isPhysical }, today).parse(toReissueRequest(values, isPhysical));
}

export type ReissueField = FieldPath<ReissueValues>;

/** The form's field for a path that the server or the issuer named; null for what has no field here. */
export function fieldOfPath(path: string): ReissueField | null {
  const name = path.replace(/^request\./, "");
  const isField = name === "renewOption" || name === "expiryDate" || name.startsWith("shippingInformation.");
  return isField ? (name as ReissueField) : null;
}
