export type TestRun = {
  passed: number;
  failed: number;
  /** The names of failed tests. */
  failures: string[];
  /** What the passed tests say they have tried (`countTried`, `recordTried`). */
  tried: Record<string, string[]>;
};

type Test = { name: string; status: string; tried: [what: string, description: string][] };

const READERS = { vitest: readVitest, playwright: readPlaywright };

/**
 * Counts a run by its JSON report. A run without a passed test has failed; so has a test that was skipped, unless the
 * run was for a part of the tests.
 */
export function countTests(
  tool: keyof typeof READERS,
  report: string,
  exitCode: number,
  { isFiltered }: { isFiltered: boolean },
): TestRun {
  const tests = READERS[tool](JSON.parse(report)).filter(({ status }) => !isFiltered || status !== "skipped");
  const passed = tests.filter(({ status }) => status === "passed");
  const failures = tests.filter(({ status }) => status !== "passed").map(({ name }) => name);
  if (failures.length === 0 && (exitCode !== 0 || passed.length === 0)) failures.push("the run itself");
  const tried: TestRun["tried"] = {};
  for (const [what, description] of passed.flatMap((test) => test.tried))
    tried[what] = [...(tried[what] ?? []), description];
  return { passed: passed.length, failed: failures.length, failures, tried };
}

export function addRuns(runs: TestRun[]): TestRun {
  const tried: TestRun["tried"] = {};
  for (const [what, descriptions] of runs.flatMap((run) => Object.entries(run.tried)))
    tried[what] = [...(tried[what] ?? []), ...descriptions];
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    failures: runs.flatMap(({ failures }) => failures),
    tried,
  };
}

type VitestReport = {
  testResults?: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string; meta?: { tried?: Record<string, number> } }[];
  }[];
};

function readVitest({ testResults = [] }: VitestReport): Test[] {
  return testResults.flatMap(({ name, status, assertionResults }) => [
    // A file that can't be loaded has no tests.
    ...(status !== "passed" && assertionResults.length === 0 ? [{ name, status, tried: [] }] : []),
    ...assertionResults.map(({ fullName, status, meta }) => ({
      name: fullName,
      status: status === "pending" || status === "todo" ? "skipped" : status,
      tried: Object.entries(meta?.tried ?? {}).flatMap(([what, count]) =>
        Array<[string, string]>(count).fill([what, fullName]),
      ),
    })),
  ]);
}

type Suite = { suites?: Suite[]; specs?: Spec[] };
type Spec = {
  title: string;
  tests: {
    status: string;
    results: { annotations?: { type: string; description?: string }[] }[];
  }[];
};

/** The status `expected` is the only one of a test that passed at once. */
function readPlaywright({ suites = [], specs = [] }: Suite): Test[] {
  return [
    ...suites.flatMap(readPlaywright),
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        name: title,
        status: status === "expected" ? "passed" : status,
        tried: results
          .flatMap(({ annotations = [] }) => annotations)
          .filter(({ type }) => type.startsWith("tried "))
          .map(({ type, description = "" }): [string, string] => [type.slice("tried ".length), description]),
      })),
    ),
  ];
}
