import type { Permission, Role } from "@/lib/domain/people/permissions";
import { exportAudit } from "@/lib/queries/audit-export";
import { exportCards } from "@/lib/queries/cards-export";
import { queryRoute } from "@/lib/queries/define-route";
import { search } from "@/lib/queries/search";
import { exportTransactions } from "@/lib/queries/transactions-export";
import { time } from "./edges/virtual-time";
import { cookieOf } from "./intent";
import type { Crowd } from "./people";
import type { Read, Step } from "./step";
import type { World } from "./world";

type Route = { permission: Permission; path: string; get(request: Request): Promise<Response> };

const searchRoute = queryRoute(search);

/** The handlers of the routes with these paths. */
export const ROUTES: Record<Read["what"], Route> = {
  search: {
    permission: "cards.read",
    path: "/api/search?text=",
    get: (request) => searchRoute(request, { params: Promise.resolve({}) }),
  },
  cards: { permission: "lists.export", path: "/api/cards/export", get: exportCards },
  // The issuer can't sort, so this one comes from the index.
  "sorted-cards": {
    permission: "lists.export",
    path: "/api/cards/export?sort=created:asc",
    get: exportCards,
  },
  transactions: { permission: "lists.export", path: "/api/transactions/export", get: exportTransactions },
  audit: { permission: "audit.export", path: "/api/audit/export", get: exportAudit },
};

/** What a person asked for and received, and what existed before they asked. */
export type Reading = {
  person: Role;
  cookie: string;
  read: Read;
  sentAt: number;
  /** Null if the database was in a transaction. */
  before: { cardIds: string[]; lastEntry: number } | null;
  /** Null if there was no complete response. */
  answer: { status: number; body: string } | null;
};

/** People who search and export. */
export class Readers {
  readonly readings: Reading[] = [];
  readonly #world: World;
  readonly #crowd: Crowd;

  constructor(world: World, crowd: Crowd) {
    this.#world = world;
    this.#crowd = crowd;
  }

  async perform({ person, dashboard, read }: Extract<Step, { is: "read" }>): Promise<void> {
    const before = await this.#readState();
    const cookie = cookieOf(this.#crowd.people[person]);
    const reading: Reading = { person, cookie, read, sentAt: time.now, before, answer: null };
    this.readings.push(reading);
    const { path, get } = ROUTES[read.what];
    const text = read.what === "search" ? encodeURIComponent(read.text) : "";
    reading.answer = await this.#crowd.ask(person, null, dashboard, async () => {
      const response = await get(new Request(`http://localhost:3000${path}${text}`));
      return { status: response.status, body: await response.text() };
    });
    time.note(JSON.stringify(reading.answer));
  }

  async #readState(): Promise<Reading["before"]> {
    const { dashboard } = this.#world.databases;
    if (dashboard.isInTransaction) return null;
    const cards = this.#world.issuedCards();
    const [head] = await dashboard.read<{ seq: number }>("select seq::int from audit_head");
    return { cardIds: cards.map(({ id }) => id), lastEntry: head?.seq ?? 0 };
  }
}
