import "server-only";
import { z } from "zod";
import { CARD_TYPES } from "@/lib/contract/card-type";
import { CUSTOMER_TYPES } from "@/lib/contract/create-card";
import { maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";
import {
  isTemplateLimit,
  TEMPLATE_MAX_MONTHS,
  TEMPLATE_NAME_MAX_CHARACTERS,
} from "@/lib/domain/cards/card-template";
import { findNameProblem } from "@/lib/domain/text/name-problem";
import { MINIMUM_EXPIRY_MONTHS } from "@/lib/domain/time/calendar";
import { listName } from "./list-name";

export const TemplateName = listName((name) => findNameProblem(name, TEMPLATE_NAME_MAX_CHARACTERS));

export const TemplateVersion = z.int().positive();

const DESIGN_MAX_CHARACTERS = 128;

/** Strict, so that no other field of an application is ever stored with it. */
export const TemplateInput = z.strictObject({
  customerType: z.enum(CUSTOMER_TYPES),
  cardType: z.enum(CARD_TYPES),
  cardDesign: z
    .string()
    .max(DESIGN_MAX_CHARACTERS)
    .refine((id) => !/\s|\p{Cc}/u.test(id) && maskCardSecretsInId(id) === id, {
      error: "must be the ID of a design",
    }),
  spendLimit: z.string().refine((limit) => limit === "" || isTemplateLimit(limit), {
    error: "must be an amount of at most 12 digits",
  }),
  expiryMonths: z.int().min(MINIMUM_EXPIRY_MONTHS).max(TEMPLATE_MAX_MONTHS).nullable(),
});
