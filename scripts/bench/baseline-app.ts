import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runNode, startNode } from "./programs";

const ROOT = join(import.meta.dirname, "..", "..");
const NEXT = join(ROOT, "node_modules/next/dist/bin/next");

const FILES = {
  "package.json": '{ "name": "floor", "private": true }',
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(ROOT)} }, typescript: { ignoreBuildErrors: true } };`,
  "app/layout.js": `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  "app/page.js": `export const dynamic = "force-dynamic";
export default function Page() { return <h1>Nothing</h1>; }`,
  "app/table/page.js": `import Link from "next/link";
const NAMES = ["Ada", "Grace", "Mary", "Dorothy", "Annie", "Hedy", "Ida", "Rosalind", "Emmy", "Lise"];
export default async function Page({ searchParams }) {
  const { page = "1", status = "any" } = await searchParams;
  return <main>
    <h1>Rows</h1>
    <Link href="/table?status=FROZEN" prefetch>Frozen</Link>
    <table><tbody>
      {NAMES.map((name, index) => <tr key={name}>
        <td><Link href={"/table/" + index} prefetch={index === 0}>{page}-{status}-{index}</Link></td>
        <td>{name}</td><td>cust_{index}</td><td>virtual</td><td>Midnight</td><td>Active</td><td>15 Nov</td>
      </tr>)}
    </tbody></table>
    <Link href={"/table?page=" + (Number(page) + 1)} prefetch>Next</Link>
  </main>;
}`,
  "app/table/[id]/page.js": `export default async function Page({ params }) {
  return <h1>Row {(await params).id}</h1>;
}`,
} as const;

/** Next.js without our code: an empty page, and a page with ten rows of links. */
export async function startBaseline(port: string) {
  // Inside the repository, so that Node finds its node_modules.
  const folder = join(ROOT, ".next", "floor");
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await runNode([NEXT, "build"], { cwd: folder, env: { NODE_ENV: "production" } });
  const program = await startNode([NEXT, "start", "-p", port], {
    cwd: folder,
    env: { NODE_ENV: "production" },
    readyUrl: `http://localhost:${port}/`,
  });
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
