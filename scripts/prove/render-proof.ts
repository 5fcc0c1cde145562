import { type Claim, type Results, TABLES } from "./claim";
import { describeCoverage, isStale } from "./coverage";

const HEAD = `# Proof

Written by \`npm run prove\` from [proof.json](proof.json); don't edit it. Every figure was measured on a 2-core machine, with the production build and its issuer on the same two cores. [How to run it](testing.md#the-proof-run).

A row is **stale** if the product has pages, routes, actions, or background work that its figure doesn't cover: the figure was true at its commit, and nobody knows whether it still is.
`;

/** A claim without a figure is not made: it is only listed as not measured. */
export function renderProof(claims: readonly Claim[], results: Results): string {
  const sections = Object.entries(TABLES).map(([table, title]) => {
    const rows = claims
      .filter((claim) => claim.table === table)
      .flatMap((claim) => {
        const result = results[claim.name];
        if (!result) return [];
        const { isMet, date, seed, commit, covered } = result;
        const hasTimes = claim.table === "load" || claim.hasTimes;
        const figure = `${result.figure}${hasTimes ? describeBusyMachine(result.busyShare) : ""}`;
        const verdict = isStale(claim.covers, covered) ? "**stale**" : isMet ? "met" : "**missed**";
        const measured = [describeCoverage(covered), commit ?? "–", date, seed ?? "–", claim.name];
        return [[claim.claim, claim.how, figure, claim.goal, verdict, ...measured]];
      });
    return rows.length === 0 ? "" : `## ${title}\n\n${renderTable(rows)}`;
  });
  const missing = claims
    .filter(({ name }) => !results[name])
    .map(({ claim, name }) => `${claim} (\`${name}\`)`);
  const notMeasured = missing.length > 0 ? `Not measured yet: ${missing.join("; ")}.\n` : "";
  return [HEAD, ...sections, notMeasured].filter(Boolean).join("\n");
}

/** A time is only valid if nothing else ran. */
function describeBusyMachine(busyShare: number | undefined): string {
  const share = busyShare === undefined ? "an unknown share" : `${Math.round(busyShare * 100)}%`;
  return ` – other programs used ${share} of the processors right before`;
}

const COLUMNS = [
  "Claim",
  "How it is tested",
  "Figure",
  "Goal",
  "",
  "Covers",
  "Commit",
  "Date",
  "Seed",
  "Name",
];

function renderTable(rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return `${[line(COLUMNS), `|${"---|".repeat(COLUMNS.length)}`, ...rows.map(line)].join("\n")}\n`;
}
