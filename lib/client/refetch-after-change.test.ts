import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { refetchAfterChange } from "./refetch-after-change";

/** A query whose responses are sent by the test. */
function openQuery() {
  const client = new QueryClient();
  const pending: ((response: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["search", "ada"],
    queryFn: () => new Promise<string>((resolve) => pending.push(resolve)),
    retry: false,
  });
  const close = observer.subscribe(() => undefined);
  return { client, pending, shown: () => observer.getCurrentResult().data, close };
}

it("fetches again after a first response that was pending during the change", async () => {
  const { client, pending, shown, close } = openQuery();
  expect(pending).toHaveLength(1);
  const done = refetchAfterChange(client, ["search"]);
  pending[0]?.("from before");
  await expect.poll(() => pending.length).toBe(2);
  pending[1]?.("from after");
  await done;
  expect(shown()).toBe("from after");
  close();
});

it("fetches once if no request is pending", async () => {
  const { client, pending, shown, close } = openQuery();
  pending[0]?.("old");
  await expect.poll(shown).toBe("old");
  const done = refetchAfterChange(client, ["search"]);
  expect(pending).toHaveLength(2);
  pending[1]?.("new");
  await done;
  expect(pending).toHaveLength(2);
  expect(shown()).toBe("new");
  close();
});

it("shows every response, however quickly changes follow each other", async () => {
  const { client, pending, shown, close } = openQuery();
  const all = Promise.all([1, 2, 3].map(() => refetchAfterChange(client, ["search"])));
  pending[0]?.("first");
  await expect.poll(shown).toBe("first");
  await expect.poll(() => pending.length).toBe(2);
  pending[1]?.("second");
  await all;
  expect(shown()).toBe("second");
  expect(pending).toHaveLength(2);
  close();
});
