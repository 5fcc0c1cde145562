import { type CardApplication, EMPTY_APPLICATION } from "./card-application";
import type { CreateCardRequest } from "./create-card";

// Test support: what a person would have typed for a request to be this one.

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

/** The same fields with what is there in their place. */
function fill<Fields extends object>(empty: Fields, given: object): Fields {
  const values = Object.entries(empty).map(([name, nothing]) => {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined) return [name, nothing];
    const isGroup = typeof nothing === "object" && nothing !== null && typeof value === "object" && value;
    return [name, isGroup ? fill(nothing, value) : value];
  });
  return Object.fromEntries(values) as Fields;
}
