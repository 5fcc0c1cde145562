import type { Intent, Ledger } from "./kill-load";

/** What the database and the issuer say after everything has settled. */
export type Truth = {
  /** The state of each operation by its ID. */
  operations: ReadonlyMap<string, string>;
  /** One entry for each effect, so that a doubled one is in it twice: `create <customer>`, `note <card>`,
   * `report <ID>`, `file <report>`, `capture <report>`, `notice <report>`. */
  effects: readonly string[];
  /** The IDs of stored webhooks. */
  webhooks: ReadonlySet<string>;
  /** The IDs of webhooks that the issuer itself has delivered. */
  deliveredWebhooks: readonly string[];
  /** Everything that the database still has to do. */
  unfinished: readonly string[];
};

export type Problems = {
  /** Acknowledged or recorded as done, but not there. */
  lost: string[];
  /** There, but recorded as failed. */
  denied: string[];
  doubled: string[];
  /** A valid action of a permitted person that was refused. */
  refused: string[];
  open: string[];
};

/** Compares what was sent, and how it was answered, with what happened. */
export function findProblems({ intents, webhooks }: Omit<Ledger, "cardIds">, truth: Truth): Problems {
  const seen = new Set(truth.effects);
  const stateOf = ({ operationId }: Intent) => truth.operations.get(operationId);
  const hasEffect = ({ kind, subject }: Intent) => seen.has(`${kind} ${subject}`);
  const hasFile = ({ kind, subject }: Intent) => kind !== "report" || seen.has(`file ${subject}`);
  const isFinal = (intent: Intent) => ["succeeded", "failed"].includes(stateOf(intent) ?? "");
  const describe = (intent: Intent) => `${intent.kind} ${intent.operationId} ${stateOf(intent) ?? "missing"}`;
  return {
    lost: [
      ...intents
        .filter((intent) => intent.isAcknowledged && stateOf(intent) !== "succeeded")
        .map((intent) => `${describe(intent)}, acknowledged`),
      ...intents
        .filter((intent) => intent.isAcknowledged || stateOf(intent) === "succeeded")
        .filter((intent) => !hasEffect(intent) || !hasFile(intent))
        .map((intent) => `${describe(intent)}, without its effect`),
      ...webhooks.filter(({ id, isAcknowledged }) => isAcknowledged && !truth.webhooks.has(id)).map(idOf),
      ...truth.deliveredWebhooks.filter((id) => !truth.webhooks.has(id)),
    ],
    denied: intents
      .filter((intent) => (intent.refusal || stateOf(intent) === "failed") && hasEffect(intent))
      .map(describe),
    doubled: truth.effects.filter((effect, index) => truth.effects.indexOf(effect) !== index),
    refused: intents.flatMap((intent) => (intent.refusal ? [`${describe(intent)}: ${intent.refusal}`] : [])),
    open: [
      ...intents.filter((intent) => !intent.refusal && !isFinal(intent)).map(describe),
      ...webhooks.filter(({ isAcknowledged }) => !isAcknowledged).map(idOf),
      ...truth.unfinished,
    ],
  };
}

const idOf = ({ id }: { id: string }) => id;
