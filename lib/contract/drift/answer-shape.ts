import { z } from "zod";
import { Card, CardDetail, MessageResponse } from "@/lib/contract/card";
import { CardDesign, CardDesignList } from "@/lib/contract/card-design";
import { ApiError } from "@/lib/contract/error";
import { CardList, TransactionList } from "@/lib/contract/list";
import { FileAcknowledgement } from "@/lib/contract/report";
import { Transaction } from "@/lib/contract/transaction";
import { type FieldRule, rulesOf } from "./field-rules";

/** A schema of the contract, prepared once: what it says about each path is ready when an answer arrives. */
export type Shape =
  | { is: "object"; path: string; section: string; fields: readonly Field[]; names: ReadonlySet<string> }
  | { is: "list"; path: string; section: string; item: Shape }
  | { is: "value"; path: string; section: string; expected: string; accepts(value: unknown): boolean };

type Field = {
  name: string;
  shape: Shape;
  isOptional: boolean;
  rule: FieldRule | undefined;
  /** What the contract says about the value, beside its type. */
  contract: string;
};

/** The sections of the issuer's specification. */
const SECTIONS = new Map<z.ZodType, string>([
  [Card, "2.1 Card"],
  [CardDetail, "2.1 Card"],
  [Transaction, "2.2 Transaction"],
  [CardDesign, "2.3 Card design"],
  [CardList, "2.4 Paginated list envelope"],
  [TransactionList, "2.4 Paginated list envelope"],
  [FileAcknowledgement, "2.5 File request acknowledgement"],
  [ApiError, "2.6 Error body"],
  [MessageResponse, "4.5 Block card, 4.6 Reissue card"],
  [CardDesignList, "4.7 List card designs"],
]);

/** @param path of the value in the answer, such as `results[].created` */
export function shapeOf(schema: z.ZodType, path: string, outerSection = ""): Shape {
  const section = SECTIONS.get(schema) ?? outerSection;
  if (schema instanceof z.ZodArray)
    return { is: "list", path, section, item: shapeOf(schema.element as z.ZodType, `${path}[]`, section) };
  if (!(schema instanceof z.ZodObject)) return { is: "value", path, section, ...valueCheck(schema) };
  const rules = rulesOf(schema);
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    shape: shapeOf(field, path ? `${path}.${name}` : name, section),
    isOptional: field.safeParse(undefined).success,
    rule: rules[name],
    contract: `${section}: ${rules[name]?.expected}`,
  }));
  return { is: "object", path, section, fields, names: new Set(fields.map(({ name }) => name)) };
}

function valueCheck(schema: z.ZodType): { expected: string; accepts(value: unknown): boolean } {
  const accepts = (value: unknown) => schema.safeParse(value).success;
  if (schema instanceof z.ZodString)
    return { expected: "text", accepts: (value) => typeof value === "string" };
  if (schema instanceof z.ZodBoolean)
    return { expected: "true or false", accepts: (value) => typeof value === "boolean" };
  if (accepts(1.5))
    return accepts(null)
      ? { expected: "a number or null", accepts }
      : { expected: "a number", accepts: (value) => typeof value === "number" };
  return { expected: accepts(1) ? "a whole number" : "text or null", accepts };
}
