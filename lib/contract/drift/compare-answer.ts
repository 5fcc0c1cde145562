import { ENDPOINTS, type Endpoint, type EndpointName } from "@/lib/contract/endpoints";
import { ApiError, NOT_FOUND_CODE } from "@/lib/contract/error";
import { type Shape, shapeOf } from "./answer-shape";
import { compareBody } from "./compare-body";
import { compareListPage } from "./compare-list-page";
import { type Comparison, Differences, type DriftEndpoint } from "./difference";
import { maskExample, maskFieldName } from "./mask-example";

/** One answer of the issuer, after card secrets were removed from it. */
export type Answer = {
  endpoint: DriftEndpoint;
  /** The parameters of the request. */
  query: URLSearchParams;
  status: number;
  contentType: string | null;
  /**
   * An empty body is readable, and its JSON is undefined. `secretFields` names the fields that were removed, because
   * they hold card secrets.
   */
  body: { isReadable: true; json: unknown; secretFields: readonly string[] } | { isReadable: false };
};

const ERROR_SHAPE = shapeOf(ApiError, "error");
const SUCCESS_SHAPES = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([name, { success }]) => [name, success.body && shapeOf(success.body, "")]),
) as Record<EndpointName, Shape | null>;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** Compares one answer with the contract. `issuerOrigin` is where its links should point to. */
export function compareAnswer(answer: Answer, issuerOrigin: string): Comparison {
  const found = new Differences(answer.endpoint);
  // An outage or a rate limit is no answer in the sense of the contract.
  if (answer.status === 429 || answer.status >= 500) return found.result();
  found.look("");
  compareStatus(answer, found);
  if (answer.status < 300) compareSuccess(answer, issuerOrigin, found);
  else if (answer.status >= 400) compareError(answer, found);
  addSecretFields(answer, found);
  return found.result();
}

function addSecretFields({ body }: Answer, found: Differences): void {
  const contract = "2: no answer has card numbers or security codes";
  for (const name of new Set(body.isReadable ? body.secretFields : []))
    found.add({
      kind: "secret-field",
      field: maskFieldName(name),
      effect: "harmless",
      contract,
      example: () => "",
    });
}

function compareStatus({ endpoint, status }: Answer, found: Differences): void {
  const expected: Endpoint | null = endpoint === "unknownPath" ? null : ENDPOINTS[endpoint];
  if (!expected) {
    if (status < 400) addStatus(status, "broken", "7: an error", found);
    return;
  }
  if (status === expected.success.status || expected.failures.some((failure) => failure === status)) return;
  const listed = [expected.success.status, ...expected.failures].join(", ");
  addStatus(status, effectOfStatus(status, expected.path), `7: ${listed}`, found);
}

/** A 404 is an expected refusal only where the path has an ID. */
function effectOfStatus(status: number, path: string) {
  if (status < 300) return "harmless";
  return status < 400 || (status === 404 && !path.includes("{")) ? "broken" : "shown";
}

function addStatus(
  status: number,
  effect: "harmless" | "shown" | "broken",
  contract: string,
  found: Differences,
) {
  found.add({ kind: "status", value: String(status), effect, contract, example: () => String(status) });
}

function compareSuccess(answer: Answer, issuerOrigin: string, found: Differences): void {
  const { endpoint, body, query } = answer;
  const shape = endpoint === "unknownPath" ? null : SUCCESS_SHAPES[endpoint];
  if (!body.isReadable) {
    addUnreadable("broken", found);
    return;
  }
  compareContentType(answer, found);
  if (shape === null) return;
  compareBody(body.json, shape, found);
  if (endpoint === "listCards" || endpoint === "listTransactions")
    compareListPage({ body: body.json, query, issuerOrigin }, found);
}

function compareError(answer: Answer, found: Differences): void {
  const { status, body, endpoint } = answer;
  // The dashboard doesn't read the body of a rejected key.
  if (!body.isReadable) {
    addUnreadable(status === 401 ? "harmless" : "broken", found);
    return;
  }
  compareContentType(answer, found);
  found.look("error");
  const inError = new Differences(endpoint);
  compareBody(body.json, ERROR_SHAPE, inError);
  for (const difference of inError.result().differences)
    found.add({
      ...difference,
      effect: status === 401 ? "harmless" : difference.effect,
      example: () => difference.example,
    });
  const code = errorCode(body.json);
  if (endpoint === "retrieveCard" && status === 404 && code !== null && code !== NOT_FOUND_CODE)
    found.add({
      kind: "error-code",
      field: "error.code",
      effect: "harmless",
      contract: `7: code ${NOT_FOUND_CODE} if the card is not found`,
      example: () => maskExample(code),
    });
}

function errorCode(json: unknown): unknown {
  const parsed = ApiError.safeParse(json);
  return parsed.success ? parsed.data.code : null;
}

function addUnreadable(effect: "harmless" | "broken", found: Differences): void {
  found.add({
    kind: "unreadable",
    effect,
    contract: "4: request and response bodies are JSON",
    example: () => "",
  });
}

function compareContentType({ contentType, body }: Answer, found: Differences): void {
  const isEmpty = body.isReadable && body.json === undefined;
  if (isEmpty || JSON_TYPE.test(contentType ?? "")) return;
  found.add({
    kind: "content-type",
    effect: "harmless",
    contract: "4: request and response bodies are JSON",
    example: () =>
      contentType === null ? "none" : (contentType.match(/^[\w.+-]{1,60}\/[\w.+-]{1,60}/)?.[0] ?? "other"),
  });
}
