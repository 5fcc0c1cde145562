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
  "app/table/page.js": `import Form from "next/form";
import Link from "next/link";
const ROWS = Array.from({ length: 500 }, (_, index) => ({
  id: String(index + 1),
  name: "Card " + String(index + 1).padStart(4, "0"),
  lastFour: String(1000 + ((index * 37) % 9000)),
  status: ["active", "frozen", "blocked"][index % 3],
}));
export default async function Page({ searchParams }) {
  const { page = "1", search = "", row } = await searchParams;
  const start = (Number(page) - 1) * 10;
  const found = ROWS.filter(({ name }) => name.includes(search)).slice(start, start + 10);
  const opened = ROWS.find(({ id }) => id === row);
  return <main>
    <Form action="/table"><input name="search" defaultValue={search} aria-label="Search" /></Form>
    <table><tbody>
      {found.map(({ id, name, lastFour, status }) => <tr key={id}>
        <td><Link prefetch={false} href={"/table?row=" + id}>{name}</Link></td><td>{lastFour}</td><td>{status}</td>
      </tr>)}
    </tbody></table>
    <Link prefetch={false} href={"/table?page=" + (Number(page) + 1)}>Next</Link>
    {opened && <dialog open>{opened.name}</dialog>}
  </main>;
}`,
} as const;

/** Next.js without our code: an empty page, and a table of ten rows that can be searched, paged and opened. */
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
