import { randomUUID } from "node:crypto";
import { defineClaim } from "./claim";
import { startIssuerProxy } from "./issuer-proxy";
import { signIn } from "./visitor";
import { enginesOf, withWorld } from "./world";

const COPIES = 200;

export const submits = defineClaim({
  name: "submits",
  covers: { actions: ["freeze-card"] },
  table: "faults",
  claim: "200 parallel identical submits",
  how: "one freeze is sent 200 times at once to the running dashboard, on PGlite and on PostgreSQL; a recording proxy counts the calls to the issuer",
  goal: "one call to the issuer",
  async run({ isShort }) {
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const { calls, outcomes } = await withWorld(
        { engine, program: { scenario: "empty" } },
        async (world) => {
          const proxy = await startIssuerProxy(world.sandboxPort);
          try {
            await world.start({ SANDBOX_PORT: String(proxy.port) });
            const support = await signIn(world.origin, "support");
            const { id } = await world.sandbox.issueCard();
            const operationId = randomUUID();
            const results = await Promise.all(
              Array.from({ length: COPIES }, () =>
                support.act("freezeCard", operationId, { cardId: id, freeze: true }),
              ),
            );
            return {
              calls: proxy.calls.filter(({ path }) => path.includes(`${id}/freeze`)).length,
              outcomes: new Set(results.map((result) => (result.ok ? "frozen" : result.error.code))),
            };
          } finally {
            await proxy.close();
          }
        },
      );
      figures.push(`${engine}: ${calls} call, ${[...outcomes].join(" and ")}`);
      // Those that give up waiting for the first one say "in progress".
      outcomes.delete("in-progress");
      isMet &&= calls === 1 && outcomes.size === 1 && outcomes.has("frozen");
    }
    return { figure: figures.join("; "), isMet };
  },
});
