import { z } from "zod";
import { DEFAULT_RENEW_OPTION, needsCustomExpiry, RENEW_OPTIONS } from "@/lib/domain/cards/renewal";
import { isAlpha2 } from "@/lib/domain/countries/countries";
import { phoneNumberProblem } from "@/lib/domain/countries/phone";
import { offendingInAddress, offendingInPostalCode } from "@/lib/domain/text/characters";
import { earliestExpiry, type IsoDate } from "@/lib/domain/time/calendar";
import { DialCode, expiryTooSoon } from "./create-card";
import { Email, IsoDateText, object, requiredText, text, without } from "./text";

export const SHIPPING_LINE1_MAX_CHARACTERS = 50;
export const SHIPPING_CITY_MAX_CHARACTERS = 20;
export const SHIPPING_POSTAL_CODE_MAX_CHARACTERS = 10;

const ADDRESS_CHARACTERS = "ASCII 33 to 122 and space, without ; : ! ? < > ~ \\ % ^ @ { } | [ ] '";

export const RenewOption = z.enum(RENEW_OPTIONS, { error: `must be one of ${RENEW_OPTIONS.join(", ")}` });

export const ShippingAddress = object({
  line1: requiredText({ max: SHIPPING_LINE1_MAX_CHARACTERS })
    .check(without(offendingInAddress))
    .meta({ maxLength: SHIPPING_LINE1_MAX_CHARACTERS, description: ADDRESS_CHARACTERS }),
  line2: text().check(without(offendingInAddress)).nullish().meta({ description: ADDRESS_CHARACTERS }),
  zone: text()
    .check(without(offendingInAddress))
    .nullish()
    .meta({ description: "State, province, or region" }),
  city: requiredText({ max: SHIPPING_CITY_MAX_CHARACTERS })
    .check(without(offendingInAddress))
    .meta({ maxLength: SHIPPING_CITY_MAX_CHARACTERS, description: ADDRESS_CHARACTERS }),
  postalCode: requiredText({ max: SHIPPING_POSTAL_CODE_MAX_CHARACTERS })
    .check(without(offendingInPostalCode))
    .meta({ maxLength: SHIPPING_POSTAL_CODE_MAX_CHARACTERS, description: "0-9, A-Z, a-z, space, hyphen" }),
  country: text()
    .refine(isAlpha2, { error: "must be an ISO 3166-1 alpha-2 code" })
    .meta({ description: "ISO 3166-1 alpha-2", examples: ["GB"], pattern: "^[A-Z]{2}$" }),
}).meta({ id: "ShippingAddress" });
export type ShippingAddress = z.infer<typeof ShippingAddress>;

export const ShippingInformation = object({
  shippingAddress: ShippingAddress,
  recipientFirstName: requiredText(),
  recipientLastName: requiredText(),
  recipientPhoneNumber: requiredText(),
  recipientDialCode: DialCode,
  recipientEmail: Email,
  cardDesign: requiredText().meta({ description: "Id from the card design list" }),
})
  .superRefine(({ recipientDialCode: dialCode, recipientPhoneNumber: phoneNumber }, context) => {
    const message = phoneNumberProblem({ dialCode, phoneNumber });
    if (message) context.addIssue({ code: "custom", path: ["recipientPhoneNumber"], message });
  })
  .meta({ id: "ShippingInformation" });
export type ShippingInformation = z.infer<typeof ShippingInformation>;

export const ReissueCardRequest = object({
  renewOption: RenewOption.default(DEFAULT_RENEW_OPTION),
  expiryDate: IsoDateText.optional().meta({
    description: "Required by the two …CUSTOM_EXPIRY options, ignored by the others; at least 1 month out",
  }),
  shippingInformation: ShippingInformation.optional().meta({
    description: "Required when the card is physical",
  }),
}).meta({ id: "ReissueCardRequest" });
export type ReissueCardRequest = z.infer<typeof ReissueCardRequest>;

/** Adds the rules that depend on the card and on the date. */
export function reissueCardRequest(card: { isPhysical: boolean }, today: IsoDate) {
  return ReissueCardRequest.superRefine((request, context) => {
    if (needsCustomExpiry(request.renewOption)) {
      const message = customExpiryProblem(request.expiryDate, today);
      if (message) context.addIssue({ code: "custom", path: ["expiryDate"], message });
    }
    if (card.isPhysical && request.shippingInformation === undefined) {
      context.addIssue({
        code: "custom",
        path: ["shippingInformation"],
        message: "is required for a physical card",
      });
    }
  });
}

function customExpiryProblem(expiryDate: IsoDate | undefined, today: IsoDate): string | null {
  if (expiryDate === undefined) return "is required for this option";
  return expiryDate < earliestExpiry(today) ? expiryTooSoon(today) : null;
}
