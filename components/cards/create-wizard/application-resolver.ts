import { toNestErrors } from "@hookform/resolvers";
import type { Resolver } from "react-hook-form";
import { type CardApplication, checkApplication } from "@/lib/contract/card-application";
import { toIsoDate } from "@/lib/domain/time/calendar";

/** Validates the request that would be sent; the form keeps the values as typed. */
export const applicationResolver: Resolver<CardApplication> = (values, _context, options) => {
  const violations = Object.entries(checkApplication(values, toIsoDate(new Date())));
  if (violations.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(
    violations.map(([path, message]) => [path, { type: "contract", message }]),
  );
  return { values: {}, errors: toNestErrors(errors, options) };
};
