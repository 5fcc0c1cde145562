import { z } from "zod";
import { API_KEY_HEADER, API_PREFIX, ENDPOINTS, type Endpoint } from "@/lib/contract/endpoints";
import { ApiError } from "@/lib/contract/error";
import { FileType } from "@/lib/contract/report";
import { FilesEvent } from "@/lib/contract/webhook-event";

type Json = Record<string, unknown>;

const FAILURES: Record<number, string> = {
  400: "Invalid request. The message names each invalid field by its path. Freezing a card that is blocked for suspected fraud returns code 59.",
  401: "The API key is missing or invalid",
  404: "Card not found",
  500: "Internal error",
};

/** The OpenAPI 3.1 document of the card API, generated from the contract. */
export function openApiDocument(): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const path = `${API_PREFIX}${endpoint.path}`;
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(operationId, endpoint, schemas),
    };
  }
  const event = reference(FilesEvent, "output", schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Card Issuing Merchant API",
      version: "1",
      description: "Create and manage payment cards. This document describes the Cardwell sandbox issuer.",
    },
    security: [{ apiKey: [] }],
    paths,
    webhooks: {
      files: {
        post: {
          summary: "A requested report is ready; its link expires after 5 minutes",
          requestBody: { content: json(event) },
          responses: { "2XX": { description: "Received" } },
        },
      },
    },
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: API_KEY_HEADER } },
      schemas,
    },
  };
}

function operation(operationId: string, endpoint: Endpoint, schemas: Json): Json {
  const { body, success, failures } = endpoint;
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1]],
    parameters: [...pathParameters(endpoint.path, schemas), ...queryParameters(endpoint.query, schemas)],
    ...(body && { requestBody: { required: true, content: json(reference(body, "input", schemas)) } }),
    responses: {
      [success.status]: {
        description: "Success",
        ...(success.body && { content: json(reference(success.body, "output", schemas)) }),
      },
      ...Object.fromEntries(
        failures.map((status) => [
          status,
          { description: FAILURES[status], content: json(reference(ApiError, "output", schemas)) },
        ]),
      ),
    },
  };
}

function pathParameters(path: string, schemas: Json): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "fileType" ? toJsonSchema(FileType, "input", schemas) : { type: "string" },
  }));
}

function queryParameters(query: z.ZodObject | undefined, schemas: Json): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, "input", schemas) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    // zod's generator omits the default of a field whose input has another type.
    schema: { ...(schema as Json), ...defaultOf(query.shape[name] as z.ZodType) },
  }));
}

function defaultOf(field: z.ZodType): Json {
  const { default: value } = z.globalRegistry.get(field) ?? {};
  return value === undefined ? {} : { default: value };
}

/** Returns a `$ref` to the schema and adds it, with its dependencies, to the components. */
function reference(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const id = z.globalRegistry.get(schema)?.id;
  const jsonSchema = toJsonSchema(schema, io, schemas);
  if (!id) return jsonSchema;
  // A recursive schema is already among the components.
  if (!("$ref" in jsonSchema)) schemas[id] = jsonSchema;
  return { $ref: `#/components/schemas/${id}` };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const { $schema, $defs, id, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
  }) as Json & {
    $defs?: Json;
  };
  for (const [name, { id: _, ...definition }] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
    schemas[name] = rewriteRefs(definition);
  }
  return rewriteRefs(jsonSchema);
}

function rewriteRefs(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function json(schema: Json): Json {
  return { "application/json": { schema } };
}
