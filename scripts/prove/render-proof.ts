import { type Claim, type Results, TABLES } from "./claim";

const HEAD = `# Proof

Written by \`npm run prove\` from [proof.json](proof.json); don't edit it. Every figure was measured on a 2-core machine, with the production build and its issuer on the same two cores. [How to run it](testing.md#the-proof-run).
`;

/** A claim without a figure is not made: it is only listed as not measured. */
export function renderProof(claims: readonly Claim[], results: Results): string {
  const sections = Object.entries(TABLES).map(([table, title]) => {
    const rows = claims
      .filter((claim) => claim.table === table)
      .flatMap((claim) => {
        const result = results[claim.name];
        if (!result) return [];
        const { isMet, date, seed } = result;
        const figure = `${result.figure}${table === "load" ? describeBusyMachine(result.busyShare) : ""}`;
        const verdict = isMet ? "met" : "**missed**";
        return [[claim.claim, claim.how, figure, claim.goal, verdict, date, seed ?? "–", claim.name]];
      });
    return rows.length === 0 ? "" : `## ${title}\n\n${renderTable(rows)}`;
  });
  const missing = claims
    .filter(({ name }) => !results[name])
    .map(({ claim, name }) => `${claim} (\`${name}\`)`);
  const notMeasured = missing.length > 0 ? `Not measured yet: ${missing.join("; ")}.\n` : "";
  return [HEAD, ...sections, notMeasured].filter(Boolean).join("\n");
}

const MAX_BUSY_SHARE = 0.2;

/** A time that was measured on a busy machine says so. */
function describeBusyMachine(busyShare = 0): string {
  if (busyShare <= MAX_BUSY_SHARE) return "";
  return ` – measured while other programs used ${Math.round(busyShare * 100)}% of the processors`;
}

const COLUMNS = ["Claim", "How it is tested", "Figure", "Goal", "", "Date", "Seed", "Name"];

function renderTable(rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return `${[line(COLUMNS), `|${"---|".repeat(COLUMNS.length)}`, ...rows.map(line)].join("\n")}\n`;
}
