import { type CardApplication, EMPTY_APPLICATION } from "./card-application";
import type { CreateCardRequest } from "./create-card";

// Test support: the application that a person would have typed for this request.

export function toApplication(request: CreateCardRequest): CardApplication {
  const { spendLimit, expiryDate, cardDesign, meta, kyc, ...rest } = request;
  return {
    ...EMPTY_APPLICATION,
    ...rest,
    kyc: fill(EMPTY_APPLICATION.kyc, kyc),
    meta: { ...meta, email: meta.email ?? "" },
    spendLimit: spendLimit === undefined ? "" : String(spendLimit),
    expiryDate: expiryDate ?? "",
    cardDesign: cardDesign ?? "",
  };
}

/** Replaces empty fields with the request's values. */
function fill<Fields extends object>(empty: Fields, request: object): Fields {
  const filled = Object.entries(empty).map(([name, emptyValue]) => {
    const value = (request as Record<string, unknown>)[name];
    if (value === undefined) return [name, emptyValue];
    const isGroup =
      typeof emptyValue === "object" && emptyValue !== null && typeof value === "object" && value;
    return [name, isGroup ? fill(emptyValue, value) : value];
  });
  return Object.fromEntries(filled) as Fields;
}
