import { randomUrls } from "@/e2e/fixtures/random-urls";
import { PAGES, ROUTES } from "@/e2e/specs/access/matrix";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { waitForIndex } from "./restart";
import { signIn } from "./visitor";
import { withWorld } from "./world";

const URLS_PER_PATH = 250;
const PARALLEL = 4;

/** Routes that stay open, accept only POST, or aren't lists. */
const SKIPPED = ["/api/events", "/api/activity", "/api/auth/[...nextauth]", "/api/webhooks/issuer"];
const NAMES = [
  ...["page", "after", "before", "sort", "status", "type", "from", "to", "q", "text", "search", "customer"],
  ...["card", "currency", "min", "max", "design", "person", "action", "outcome", "transaction", "limit"],
  ...["offset", "since", "next", "timeZone", "column", "kind", "range", "zone", "step", "draft"],
];

export const parameters = defineClaim({
  name: "parameters",
  covers: { pages: ALL.pages, routes: ALL.routes },
  table: "input",
  claim: "Random list parameters by the thousand",
  how: `${URLS_PER_PATH} random URLs of each page and GET route, as an admin, against the running dashboard with the demo program`,
  goal: "no 5xx",
  run: ({ isShort, seed }) =>
    withWorld({ program: { scenario: "demo" } }, async (world) => {
      await world.start();
      await waitForIndex(world);
      const admin = await signIn(world.origin, "admin");
      const paths = [...Object.keys(PAGES), ...Object.keys(ROUTES)].filter((path) => !SKIPPED.includes(path));
      const urls = paths.flatMap((path) =>
        randomUrls(path.replace(/\[\w+\]/g, "none"), NAMES, isShort ? 5 : URLS_PER_PATH, seed),
      );
      const total = urls.length;
      const failed: string[] = [];
      const read = async () => {
        for (let url = urls.pop(); url !== undefined; url = urls.pop()) {
          const response = await admin.get(url);
          await response.body?.cancel();
          if (response.status >= 500) failed.push(`${response.status} ${url}`);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, read));
      const examples = failed.length > 0 ? ` (${failed.slice(0, 3).join(", ")})` : "";
      return { figure: `${total} URLs: ${failed.length} 5xx${examples}`, isMet: failed.length === 0, seed };
    }),
});
