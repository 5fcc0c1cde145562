import { toNestErrors } from "@hookform/resolvers";
import type { Resolver } from "react-hook-form";
import { type CardApplication, checkApplication } from "@/lib/contract/card-application";
import { toIsoDate } from "@/lib/domain/calendar";

/** The issuer's own rules, applied to what would be sent; the form's values stay as they were typed. */
export const applicationResolver: Resolver<CardApplication> = (values, _context, options) => {
  const wrong = Object.entries(checkApplication(values, toIsoDate(new Date())));
  if (wrong.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(wrong.map(([path, message]) => [path, { type: "contract", message }]));
  return { values: {}, errors: toNestErrors(errors, options) };
};
