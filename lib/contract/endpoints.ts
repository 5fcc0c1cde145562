import type { z } from "zod";
import { BlockCardRequest } from "./block-card";
import { Card, CardDetail, FreezeCardRequest, MessageResponse } from "./card";
import { CardDesign, CardDesignList } from "./card-design";
import { CreateCardRequest } from "./create-card";
import { CardList, ListQuery, TransactionList } from "./list";
import { ReissueCardRequest } from "./reissue-card";
import { FileAcknowledgement, FileQuery } from "./report";

export const API_PREFIX = "/api/v1/merchant";
export const API_KEY_HEADER = "x-payments-api-key";

export type Endpoint = {
  method: "GET" | "POST" | "PUT";
  /** Below the prefix, with `{name}` for a path parameter. Always ends in a slash. */
  path: string;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  success: { status: 200 | 201; body: z.ZodType | null };
  /** The error statuses that the spec lists for this endpoint. */
  failures: readonly (400 | 401 | 404 | 500)[];
};

export const ENDPOINTS = {
  createCard: {
    method: "POST",
    path: "/cards/",
    summary: "Create card",
    body: CreateCardRequest,
    success: { status: 201, body: Card },
    failures: [400, 401, 500],
  },
  listCards: {
    method: "GET",
    path: "/cards/",
    summary: "List cards",
    query: ListQuery,
    success: { status: 200, body: CardList },
    failures: [400, 401, 500],
  },
  retrieveCard: {
    method: "GET",
    path: "/cards/{cardId}/",
    summary: "Retrieve card",
    success: { status: 200, body: CardDetail },
    failures: [401, 404, 500],
  },
  freezeCard: {
    method: "PUT",
    path: "/cards/{cardId}/freeze/",
    summary: "Freeze or unfreeze card",
    body: FreezeCardRequest,
    success: { status: 200, body: null },
    failures: [400, 401, 404],
  },
  blockCard: {
    method: "PUT",
    path: "/cards/{cardId}/block/",
    summary: "Block card",
    body: BlockCardRequest,
    success: { status: 200, body: MessageResponse },
    failures: [400, 401, 404, 500],
  },
  reissueCard: {
    method: "PUT",
    path: "/cards/{cardId}/replace/",
    summary: "Reissue card",
    body: ReissueCardRequest,
    success: { status: 200, body: MessageResponse },
    failures: [400, 401, 404, 500],
  },
  listTransactions: {
    method: "GET",
    path: "/transactions/",
    summary: "List transactions",
    query: ListQuery,
    success: { status: 200, body: TransactionList },
    failures: [400, 401, 500],
  },
  listCardDesigns: {
    method: "GET",
    path: "/card-design/",
    summary: "List card designs",
    success: { status: 200, body: CardDesignList },
    failures: [400, 401, 500],
  },
  getCardDesign: {
    method: "GET",
    path: "/card-design/{cardDesignID}/",
    summary: "Get card design by id",
    success: { status: 200, body: CardDesign },
    failures: [400, 401, 500],
  },
  requestFile: {
    method: "GET",
    path: "/files/{fileType}/",
    summary: "Request settlement file",
    query: FileQuery,
    success: { status: 200, body: FileAcknowledgement },
    failures: [400, 401, 500],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
