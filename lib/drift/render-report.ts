import "server-only";
import { DRIFT_EFFECTS, type DriftEffect, EFFECT_LABELS } from "@/lib/contract/drift/drift-kind";
import type { Finding } from "@/lib/contract/drift/finding";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { DriftReport } from "./ask-issuer";

export function renderText(report: DriftReport): string {
  const groups = groupByEffect(report.findings).map(({ effect, findings }) =>
    [`${EFFECT_LABELS[effect]} (${findings.length})`, "", ...findings.map(describeInText)].join("\n"),
  );
  return [...headLines(report), "", ...groups, summary(report), ""].join("\n");
}

export function renderMarkdown(report: DriftReport): string {
  const groups = groupByEffect(report.findings).flatMap(({ effect, findings }) => [
    `## ${EFFECT_LABELS[effect]} (${findings.length})`,
    "",
    ...findings.map(describeInMarkdown),
  ]);
  return [
    "# How the card API differs from its specification",
    "",
    ...headLines(report).map((line) => `- ${line}`),
    "- Examples are masked: letters became a, digits became 0.",
    "",
    ...groups,
    summary(report),
    "",
  ].join("\n");
}

export function renderJson(report: DriftReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function headLines({ issuer, askedAt, calls }: DriftReport): string[] {
  return [`Issuer: ${issuer}`, `Asked: ${askedAt}, with ${countOf(calls, "call")}`];
}

function summary({ findings, stopReason, hasFailed }: DriftReport): string {
  const counted =
    findings.length === 0 ? "No differences found." : `${countOf(findings.length, "difference")} found.`;
  const problem = stopReason ?? (hasFailed ? "Some calls got no answer." : null);
  return problem === null ? counted : `${counted} But not everything was asked: ${problem}`;
}

function groupByEffect(findings: readonly Finding[]): { effect: DriftEffect; findings: Finding[] }[] {
  return DRIFT_EFFECTS.map((effect) => ({
    effect,
    findings: findings.filter((finding) => finding.effect === effect),
  })).filter((group) => group.findings.length > 0);
}

function facts({ seen, of, example, contract, meaning }: Finding): [name: string, value: string][] {
  return [
    ["Seen", `${formatCount(seen)} of ${formatCount(of)}`],
    ...(example ? [["Example", example] as [string, string]] : []),
    ["Contract", contract],
    ["Dashboard", meaning],
  ];
}

function describeInText(finding: Finding): string {
  const { title, call, field } = finding;
  const lines = facts(finding).map(([name, value]) => `    ${name.padEnd(10)}${value}`);
  return [`  ${title}: ${[call, field].filter(Boolean).join(" ")}`, ...lines, ""].join("\n");
}

function describeInMarkdown(finding: Finding): string {
  const { title, call, field } = finding;
  const lines = facts(finding).map(
    ([name, value]) => `- ${name}: ${name === "Example" ? code(value) : value}`,
  );
  return [`### ${title}: ${[call, field].filter(Boolean).map(code).join(" ")}`, "", ...lines, ""].join("\n");
}

/** The text may have backticks itself. */
function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
