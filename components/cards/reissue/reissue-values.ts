import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldPath, Resolver } from "react-hook-form";
import { withoutCardNumber } from "@/lib/contract/card-numbers";
import { type ReissueCardRequest, reissueCardRequest } from "@/lib/contract/reissue-card";
import { needsCustomExpiry, type RenewOption } from "@/lib/domain/cards/renewal";
import { type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";

/** Includes fields that the chosen option doesn't need. */
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

/** The recipient is not prefilled: a shipment needs a person, and the cardholder may be a company. */
export function initialReissueValues(card: { cardDesign: string }): Omit<ReissueValues, "renewOption"> {
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

/** Takes the first word as the first name. */
export function recipientNames(cardholder: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = cardholder.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

/** Leaves out empty lines and what this card or option doesn't need. */
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

/** Validates the request that would be sent; the form keeps the values as typed. */
export function reissueResolver(isPhysical: boolean): Resolver<ReissueValues, unknown, ReissueValues> {
  return async (values, context, options) => {
    const schema = reissueCardRequest({ isPhysical }, toIsoDate(new Date())).check(withoutCardNumber);
    const check = zodResolver(schema) as unknown as Resolver<ReissueValues>;
    const checked = await check(toReissueRequest(values, isPhysical) as ReissueValues, context, options);
    const hasErrors = Object.keys(checked.errors).length > 0;
    return hasErrors ? { values: {}, errors: checked.errors } : { values, errors: {} };
  };
}

/** Throws on invalid values, which `reissueResolver` has ruled out. */
export function parseReissueRequest(
  values: ReissueValues,
  isPhysical: boolean,
  today: IsoDate,
): ReissueCardRequest {
  return reissueCardRequest({ isPhysical }, today).parse(toReissueRequest(values, isPhysical));
}

export type ReissueField = FieldPath<ReissueValues>;

/** The form field for a path in an error; null if there is none. */
export function findFieldByPath(path: string): ReissueField | null {
  const name = path.replace(/^request\./, "");
  const isField = name === "renewOption" || name === "expiryDate" || name.startsWith("shippingInformation.");
  return isField ? (name as ReissueField) : null;
}
