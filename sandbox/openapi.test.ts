import { describe, expect, test } from "vitest";
import { z } from "zod";
import { API_PREFIX, ENDPOINTS, type Endpoint } from "@/lib/contract/endpoints";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import {
  sampleBusinessRequest,
  sampleConsumerRequest,
  sampleShipping,
  withValueAt,
} from "@/testing/arbitraries";
import { openApiDocument } from "./openapi";

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: { "application/json": { schema: Json } } };
  responses: Record<string, { description: string; content?: { "application/json": { schema: Json } } }>;
};

const document = JSON.parse(JSON.stringify(openApiDocument()));
const schemas: Json = document.components.schemas;
const endpoints = Object.entries<Endpoint>(ENDPOINTS);

function operationOf({ method, path }: Endpoint): Operation {
  return document.paths[API_PREFIX + path][method.toLowerCase()];
}

/** Every value with this key, at any depth. */
function findValues(key: string, node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...findValues(key, value),
  ]);
}

test("is an OpenAPI 3.1 document of ten operations and one webhook", () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const operations = Object.values<Json>(document.paths).flatMap((path) => Object.keys(path));
  expect(operations).toHaveLength(10);
  expect(Object.keys(document.webhooks)).toEqual(["files"]);
  expect(document.components.securitySchemes.apiKey).toEqual({
    type: "apiKey",
    in: "header",
    name: "x-payments-api-key",
  });
  expect(document.security).toEqual([{ apiKey: [] }]);
});

describe.each(endpoints)("%s", (name, endpoint) => {
  const operation = operationOf(endpoint);

  test("has its ID, its success and exactly the failures in the spec", () => {
    expect(operation.operationId).toBe(name);
    const statuses = [endpoint.success.status, ...endpoint.failures].map(String);
    expect(Object.keys(operation.responses).sort()).toEqual(statuses.sort());
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description).toMatch(/\w/);
      const schema = content?.["application/json"].schema;
      if (status >= "400") expect(schema).toEqual({ $ref: "#/components/schemas/Error" });
    }
  });

  test("declares every path parameter", () => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map((parameter) => parameter.name)).toEqual(names);
    for (const { required, schema } of inPath) expect([required, schema.type]).toEqual([true, "string"]);
  });
});

test("declares the query parameters: page with its default, dates, and the report date", () => {
  const byName = (endpoint: Endpoint) =>
    Object.fromEntries(
      operationOf(endpoint)
        .parameters.filter((parameter) => parameter.in === "query")
        .map(({ name, required, schema }) => [name, { required, ...schema }]),
    );
  for (const list of [ENDPOINTS.listCards, ENDPOINTS.listTransactions]) {
    expect(byName(list)).toMatchObject({
      page: { required: false, type: "integer", minimum: 1, default: 1 },
      min_created: { required: false, type: "string", format: "date" },
      max_created: { required: false, type: "string", format: "date" },
    });
  }
  expect(byName(ENDPOINTS.requestFile)).toMatchObject({
    date: { required: true, type: "string", format: "date" },
  });
  const [fileType] = operationOf(ENDPOINTS.requestFile).parameters;
  expect(fileType?.schema.enum).toEqual(REPORT_TYPES);
});

test("references only existing schemas, and references every schema", () => {
  const references = findValues("$ref", document).map(String);
  const referenced = new Set(references.map((reference) => reference.replace("#/components/schemas/", "")));
  expect(references.length).toBeGreaterThan(20);
  expect([...referenced].sort()).toEqual(Object.keys(schemas).sort());
});

test("contains no JSON Schema keywords that OpenAPI doesn't use", () => {
  for (const key of ["$defs", "$id", "$schema", "nullable"]) expect(findValues(key, document)).toEqual([]);
  for (const type of findValues("type", schemas)) {
    if (typeof type !== "string") continue;
    expect(["string", "number", "integer", "boolean", "object", "array", "null"]).toContain(type);
  }
});

describe("its schemas match the sandbox's behavior", () => {
  const toJsonSchema = (name: string) =>
    z.fromJSONSchema(
      JSON.parse(
        JSON.stringify({ $ref: `#/$defs/${name}`, $defs: schemas }).replaceAll(
          "#/components/schemas/",
          "#/$defs/",
        ),
      ),
    );
  const accepts = (name: string, value: unknown) => toJsonSchema(name).safeParse(value).success;

  test("accept the sample requests", () => {
    expect(accepts("CreateCardRequest", sampleConsumerRequest())).toBe(true);
    expect(accepts("CreateCardRequest", sampleBusinessRequest())).toBe(true);
    expect(
      accepts("CreateCardRequest", sampleConsumerRequest({ expiryDate: null, meta: { email: null } })),
    ).toBe(true);
    expect(accepts("ReissueCardRequest", { shippingInformation: sampleShipping() })).toBe(true);
    expect(accepts("ReissueCardRequest", {})).toBe(true);
    expect(accepts("FreezeCardRequest", { freeze: true })).toBe(true);
    expect(accepts("BlockCardRequest", { reason: "lost" })).toBe(true);
  });

  test.each([
    ["kycApplicantId", undefined],
    ["cardType", "plastic"],
    ["preferredCardName", "x".repeat(28)],
    ["spendLimit", -1],
    ["spendLimit", "1"],
    ["kyc", undefined],
    ["kyc.firstName", "x".repeat(21)],
    ["kyc.residentialAddress.line2", undefined],
    ["kyc.residentialAddress.city", "x".repeat(256)],
    ["kyc.residentialAddress.country", "gb"],
    ["meta.id", undefined],
    ["meta.otpPhoneNumber.dialCode", "44"],
  ])("reject a create request with an invalid %s", (path, value) => {
    expect(accepts("CreateCardRequest", withValueAt(sampleConsumerRequest(), path, value))).toBe(false);
  });

  test.each([
    ["renewOption", "SOMETHING_ELSE"],
    ["shippingInformation.shippingAddress.line1", "x".repeat(51)],
    ["shippingInformation.shippingAddress.city", "x".repeat(21)],
    ["shippingInformation.shippingAddress.postalCode", "x".repeat(11)],
    ["shippingInformation.shippingAddress.country", "GBR"],
    ["shippingInformation.recipientEmail", undefined],
  ])("reject a reissue request with an invalid %s", (path, value) => {
    const request = { shippingInformation: sampleShipping() };
    expect(accepts("ReissueCardRequest", withValueAt(request, path, value))).toBe(false);
  });
});
