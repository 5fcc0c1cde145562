import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** An `EventSource` whose server events are sent by the test. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    sources.push(this);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
  emit(type: string, data: object = {}, id = "") {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id }));
  }
  change(id: number, topic: string) {
    this.emit("changed", { topic }, String(id));
  }
  /** The server responds with an error instead of a stream, as during a deployment. */
  reject() {
    this.close();
    this.onerror?.();
  }
}

let sources: FakeEventSource[];
let leaves: (() => void)[];

beforeEach(() => {
  sources = [];
  leaves = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("EventSource", FakeEventSource);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { locks: { request: createLock() } });
});
afterEach(() => {
  for (const leave of leaves) leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One exclusive lock, granted in the order of the requests. */
function createLock() {
  let queue = Promise.resolve();
  return (_: string, { signal }: { signal?: AbortSignal }, work: () => Promise<void>) => {
    queue = queue.then(() => (signal?.aborted ? undefined : work()));
    return queue;
  };
}

/** Each tab has its own module instances. */
async function openTab(since: number) {
  vi.resetModules();
  const stream = await import("./event-stream");
  const topics: string[] = [];
  stream.subscribeToTopics((topic) => topics.push(topic));
  const subscribe = (pageSince: number) => {
    const received: string[] = [];
    stream.subscribeToTopics((topic) => received.push(topic), pageSince);
    return received;
  };
  const leave = stream.joinEventStream(since, () => undefined);
  leaves.push(leave);
  return { topics, subscribe, leave };
}

async function openLeader(since: number) {
  const tab = await openTab(since);
  await vi.waitFor(() => expect(sources).toHaveLength(1));
  return { ...tab, source: sources[0] as FakeEventSource };
}

it("sends a second tab only the changes made after its page was rendered", async () => {
  const { source } = await openLeader(5);
  source.change(6, "card:1");
  source.change(7, "audit");
  const second = await openTab(6);
  await vi.waitFor(() => expect(second.topics).toEqual(["audit"]));
});

it("tells a second tab to refetch everything if its page is older than the remembered changes", async () => {
  const first = await openLeader(5);
  for (let card = 1; card <= 2_001; card += 1) first.source.change(5 + card, `card:${card}`);
  const outdated = await openTab(5);
  await vi.waitFor(() => expect(outdated.topics).toEqual(["everything"]));

  const current = await openTab(2_006);
  first.source.change(2_007, "audit");
  await vi.waitFor(() => expect(current.topics).toContain("audit"));
  expect(current.topics).not.toContain("everything");
  await vi.waitFor(() => expect(outdated.topics).toEqual(["everything", "audit"]));

  first.leave();
  await vi.waitFor(() => expect(sources.at(-1)?.url).toContain("since=2007"));
});

it("reports to a page from the history every later change, however long ago, and no earlier one", async () => {
  const { source, subscribe } = await openLeader(5);
  source.change(6, "audit");
  source.change(7, "card:1");
  vi.advanceTimersByTime(10 * 60_000);
  expect(subscribe(5)).toEqual(["audit", "card:1"]);
  expect(subscribe(6)).toEqual(["card:1"]);
  expect(subscribe(7)).toEqual([]);
  const rendered = subscribe(8);
  source.change(8, "card:1");
  expect(rendered).toEqual([]);
  source.change(9, "card:1");
  expect(rendered).toEqual(["card:1"]);
});

it("opens the stream from the page's own event ID if no other tab answered the sync request", async () => {
  let release = () => {};
  void navigator.locks.request("", {}, () => new Promise<void>((resolve) => (release = resolve)));
  const leader = new BroadcastChannel("cardwell-events-2");
  leaves.push(() => leader.close());
  const tab = await openTab(5);
  leader.postMessage({ kind: "changed", topic: "audit", id: 9 });
  await vi.waitFor(() => expect(tab.topics).toEqual(["audit"]));
  release();
  await vi.waitFor(() => expect(sources.at(-1)?.url).toContain("since=5"));
});

it("reopens a displaced stream only after five minutes", async () => {
  const { source } = await openLeader(5);
  source.emit("displaced");
  expect(source.readyState).toBe(FakeEventSource.CLOSED);
  vi.advanceTimersByTime(4 * 60_000);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(2);
});

it("opens a new stream from the last event as soon as the browser is online again", async () => {
  const { source } = await openLeader(5);
  source.change(6, "card:1");
  window.dispatchEvent(new Event("online"));
  expect(source.readyState).toBe(FakeEventSource.CLOSED);
  expect(sources.at(-1)?.url).toContain("since=6");
  expect(sources).toHaveLength(2);
});

/** Holds the status requests that follow a rejected stream until the test responds to them. */
function holdConnectionRequests() {
  const statusRequests: ((status: number) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () => new Promise((resolve) => statusRequests.push((status) => resolve({ status }))),
  );
  return statusRequests;
}

const openStreams = () => sources.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);

it("keeps one stream when the browser goes online while a rejection is being checked", async () => {
  const statusRequests = holdConnectionRequests();
  const { source } = await openLeader(5);
  source.reject();
  window.dispatchEvent(new Event("online"));
  expect(sources).toHaveLength(2);
  statusRequests[0]?.(502);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(openStreams()).toHaveLength(1);
});

it("retries after each rejection, with one stream at a time", async () => {
  const statusRequests = holdConnectionRequests();
  const { source } = await openLeader(5);
  source.reject();
  statusRequests[0]?.(502);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sources).toHaveLength(2);
  sources[1]?.reject();
  statusRequests[1]?.(502);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sources).toHaveLength(3);
  expect(openStreams()).toEqual([sources[2]]);
});

it("opens no stream for an ended session, even when the browser goes online again", async () => {
  const { source } = await openLeader(5);
  source.emit("signed-out");
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sources).toHaveLength(1);
});

it("opens no stream after a 401", async () => {
  const statusRequests = holdConnectionRequests();
  const { source } = await openLeader(5);
  source.reject();
  statusRequests[0]?.(401);
  await vi.advanceTimersByTimeAsync(2_000);
  window.dispatchEvent(new Event("online"));
  expect(sources).toHaveLength(1);
});

it("doesn't reopen a displaced stream early when the browser goes online", async () => {
  const { source } = await openLeader(5);
  source.emit("displaced");
  window.dispatchEvent(new Event("online"));
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(5 * 60_000);
  expect(sources).toHaveLength(2);
});
