import type { Disagreement } from "@/lib/domain/settings/disagreements";
import type {
  DeliveryRecord,
  DesignRecord,
  FileRequest,
  ReissueRecord,
  StoredCard,
  TransactionRecord,
} from "./records";
import { Table } from "./table";
import { Timeline } from "./timeline";

export type WebhookTarget = { url: string; secret: string };

/** The facts of a world that are no lists. */
export type Program = {
  scenario: string;
  seed: number;
  clockOffsetMs: number;
  /** What the program put into its master account before the first settlement. */
  initialBalance: number;
  linkSecret: string;
  /** Null for the address that the sandbox was started with. */
  webhook: WebhookTarget | null;
};

type Rows = {
  designs: DesignRecord;
  cards: StoredCard;
  transactions: TransactionRecord;
  reissues: ReissueRecord;
  fileRequests: FileRequest;
  deliveries: DeliveryRecord;
  disagreements: Disagreement;
};

/** Everything that a world knows. */
export type WorldState = { program: Program } & {
  [Name in Exclude<keyof Rows, "cards" | "transactions">]: Table<Rows[Name]>;
} & { [Name in "cards" | "transactions"]: Timeline<Rows[Name]> };

/** New and replaced records, which take effect together or not at all. */
export type Changes = { [Name in keyof Rows]?: readonly Rows[Name][] } & {
  program?: Partial<Program>;
  cleared?: "disagreements";
};

const ROWS_PER_CHANGE = 1000;
const LISTS: readonly (keyof Rows)[] = [
  "designs",
  "cards",
  "transactions",
  "reissues",
  "fileRequests",
  "deliveries",
  "disagreements",
];

export function createState(
  program: Program,
  rows: { designs?: DesignRecord[]; cards?: StoredCard[]; transactions?: TransactionRecord[] } = {},
): WorldState {
  return {
    program,
    designs: new Table(rows.designs),
    cards: new Timeline(rows.cards),
    transactions: new Timeline(rows.transactions),
    reissues: new Table(),
    fileRequests: new Table(),
    deliveries: new Table(),
    disagreements: new Table(),
  };
}

/** Shares the records with the original. */
export function copyState(state: WorldState): WorldState {
  return {
    program: state.program,
    designs: state.designs.copy(),
    cards: state.cards.copy(),
    transactions: state.transactions.copy(),
    reissues: state.reissues.copy(),
    fileRequests: state.fileRequests.copy(),
    deliveries: state.deliveries.copy(),
    disagreements: state.disagreements.copy(),
  };
}

export function applyChanges(state: WorldState, changes: Changes): void {
  if (changes.program) state.program = { ...state.program, ...changes.program };
  if (changes.cleared) state[changes.cleared].clear();
  for (const name of LISTS) {
    const list = state[name] as { put(row: unknown): void };
    for (const row of changes[name] ?? []) list.put(row);
  }
}

/** The whole state as changes of an empty one, in parts that are not too large for one line of a file. */
export function* stateAsChanges(state: WorldState): Generator<Changes> {
  yield { program: state.program };
  for (const name of LISTS) {
    let rows: unknown[] = [];
    for (const row of state[name]) {
      rows.push(row);
      if (rows.length < ROWS_PER_CHANGE) continue;
      yield { [name]: rows };
      rows = [];
    }
    if (rows.length > 0) yield { [name]: rows };
  }
}
