import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** The browser's end of a stream, on which a test says what the server would. */
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
  say(type: string, data: object = {}, id = "") {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id }));
  }
  change(id: number, topic: string) {
    this.say("changed", { topic }, String(id));
  }
  /** The server answers with an error instead of a stream, as during a deployment. */
  refuse() {
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
  vi.stubGlobal("navigator", { locks: { request: takeTurn() } });
});
afterEach(() => {
  for (const leave of leaves) leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One exclusive lock, given in the order in which it is asked for. */
function takeTurn() {
  let turn = Promise.resolve();
  return (_: string, { signal }: { signal?: AbortSignal }, work: () => Promise<void>) => {
    turn = turn.then(() => (signal?.aborted ? undefined : work()));
    return turn;
  };
}

/** A tab has modules of its own. */
async function openTab(since: number) {
  vi.resetModules();
  const stream = await import("./event-stream");
  const heard: string[] = [];
  stream.listenToTopics((topic) => heard.push(topic));
  const leave = stream.joinEventStream(since, () => undefined);
  leaves.push(leave);
  return { heard, leave };
}

async function openLeader(since: number) {
  const tab = await openTab(since);
  await vi.waitFor(() => expect(sources).toHaveLength(1));
  return { ...tab, source: sources[0] as FakeEventSource };
}

it("a second tab hears what changed after its page was drawn, and only that", async () => {
  const { source } = await openLeader(5);
  source.change(6, "card:1");
  source.change(7, "audit");
  const second = await openTab(6);
  await vi.waitFor(() => expect(second.heard).toEqual(["audit"]));
});

it("a second tab that was drawn before all that the first remembers reads everything again", async () => {
  const first = await openLeader(5);
  first.source.change(6, "card:1");
  vi.advanceTimersByTime(6_000);
  const late = await openTab(5);
  await vi.waitFor(() => expect(late.heard).toEqual(["everything"]));

  const current = await openTab(6);
  first.source.change(7, "audit");
  await vi.waitFor(() => expect(current.heard).toContain("audit"));
  expect(current.heard).not.toContain("everything");
  await vi.waitFor(() => expect(late.heard).toEqual(["everything", "audit"]));
  expect(first.heard).toEqual(["card:1", "audit"]);

  first.leave();
  await vi.waitFor(() => expect(sources.at(-1)?.url).toContain("since=7"));
});

it("a tab whose question was never answered takes over from where its page was drawn", async () => {
  let release = () => {};
  void navigator.locks.request("", {}, () => new Promise<void>((resolve) => (release = resolve)));
  const leader = new BroadcastChannel("cardwell-events");
  leaves.push(() => leader.close());
  const tab = await openTab(5);
  leader.postMessage({ kind: "changed", topic: "audit", id: 9 });
  await vi.waitFor(() => expect(tab.heard).toEqual(["audit"]));
  release();
  await vi.waitFor(() => expect(sources.at(-1)?.url).toContain("since=5"));
});

it("a stream that gave way to a newer one stays away for minutes, and then comes back", async () => {
  const { source } = await openLeader(5);
  source.say("displaced");
  expect(source.readyState).toBe(FakeEventSource.CLOSED);
  vi.advanceTimersByTime(4 * 60_000);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(2);
});

it("opens a new stream as soon as the network is back, from the last event on", async () => {
  const { source } = await openLeader(5);
  source.change(6, "card:1");
  window.dispatchEvent(new Event("online"));
  expect(source.readyState).toBe(FakeEventSource.CLOSED);
  expect(sources.at(-1)?.url).toContain("since=6");
  expect(sources).toHaveLength(2);
});

/** What the page asks after a refusal waits until the test answers with a status. */
function holdConnection() {
  const asked: ((status: number) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise((resolve) => asked.push((status) => resolve({ status }))));
  return asked;
}

const openStreams = () => sources.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);

it("keeps one stream when the network comes back while a refusal is being looked into", async () => {
  const asked = holdConnection();
  const { source } = await openLeader(5);
  source.refuse();
  window.dispatchEvent(new Event("online"));
  expect(sources).toHaveLength(2);
  asked[0]?.(502);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(openStreams()).toHaveLength(1);
});

it("looks into a refusal again and again, one stream at a time", async () => {
  const asked = holdConnection();
  const { source } = await openLeader(5);
  source.refuse();
  asked[0]?.(502);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sources).toHaveLength(2);
  sources[1]?.refuse();
  asked[1]?.(502);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sources).toHaveLength(3);
  expect(openStreams()).toEqual([sources[2]]);
});

it("opens no stream for a session that has ended, also when the network comes back", async () => {
  const { source } = await openLeader(5);
  source.say("signed-out");
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sources).toHaveLength(1);
});

it("opens no stream after a refusal that was for want of a session", async () => {
  const asked = holdConnection();
  const { source } = await openLeader(5);
  source.refuse();
  asked[0]?.(401);
  await vi.advanceTimersByTimeAsync(2_000);
  window.dispatchEvent(new Event("online"));
  expect(sources).toHaveLength(1);
});

it("a stream that gave way to a newer one does not come back with the network either", async () => {
  const { source } = await openLeader(5);
  source.say("displaced");
  window.dispatchEvent(new Event("online"));
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(5 * 60_000);
  expect(sources).toHaveLength(2);
});
