import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearUnsentNotes,
  getUnsentNote,
  saveUnsentNote,
  settleUnsentNote,
  subscribeToUnsentNotes,
} from "./unsent-notes";

/** Whether the browser would ask for confirmation before the page unloads. */
function isUnloadBlocked(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => vi.stubGlobal("window", new EventTarget()));
afterEach(() => {
  clearUnsentNotes();
  vi.unstubAllGlobals();
});

describe("an unsent note", () => {
  it("blocks unloading the page until it is sent or emptied", () => {
    expect(isUnloadBlocked()).toBe(false);
    saveUnsentNote("card:1", { text: "Called about" });
    expect(isUnloadBlocked()).toBe(true);
    saveUnsentNote("card:1", { text: "" });
    expect(isUnloadBlocked()).toBe(false);
    saveUnsentNote("card:1", { text: "  \n" });
    expect(isUnloadBlocked()).toBe(false);
  });

  it("still blocks unloading after another note was sent", () => {
    saveUnsentNote("card:1", { text: "one" });
    saveUnsentNote("customer:2", { text: "two" });
    saveUnsentNote("card:1", { text: "" });
    expect(isUnloadBlocked()).toBe(true);
    expect(getUnsentNote("customer:2").text).toBe("two");
  });

  it("doesn't block unloading after the session has ended", () => {
    saveUnsentNote("card:1", { text: "one" });
    clearUnsentNotes();
    expect(isUnloadBlocked()).toBe(false);
    expect(getUnsentNote("card:1").text).toBe("");
  });
});

describe("two forms for the same subject", () => {
  it("share their text, including trailing spaces", () => {
    const shown = vi.fn(() => getUnsentNote("card:1").text);
    const stop = subscribeToUnsentNotes(shown);
    saveUnsentNote("card:1", { text: "Stolen" });
    saveUnsentNote("card:1", { text: "Stolen " });
    clearUnsentNotes();
    stop();
    saveUnsentNote("card:1", { text: "After unsubscribing" });
    expect(shown.mock.results.map(({ value }) => value)).toEqual(["Stolen", "Stolen ", ""]);
  });

  it("share the follow-up choice, which alone doesn't block unloading", () => {
    saveUnsentNote("card:1", { text: "", needsFollowUp: true });
    expect(getUnsentNote("card:1").needsFollowUp).toBe(true);
    expect(isUnloadBlocked()).toBe(false);
    saveUnsentNote("card:1", { text: "Stolen", needsFollowUp: true });
    settleUnsentNote("card:1", { sent: getUnsentNote("card:1"), isSaved: false });
    expect(getUnsentNote("card:1")).toMatchObject({ text: "Stolen", needsFollowUp: true });
    settleUnsentNote("card:1", { sent: getUnsentNote("card:1"), isSaved: true });
    expect(getUnsentNote("card:1").needsFollowUp).toBeNull();
  });

  it("share one intent until its outcome is known", () => {
    saveUnsentNote("card:1", { text: "Stolen" });
    const { operationId } = getUnsentNote("card:1");
    saveUnsentNote("card:1", { text: "Stolen in Rome" });
    expect(getUnsentNote("card:1").operationId).toBe(operationId);
    settleUnsentNote("card:1", { sent: getUnsentNote("card:1"), isSaved: false });
    expect(getUnsentNote("card:1").text).toBe("Stolen in Rome");
    expect(getUnsentNote("card:1").operationId).not.toBe(operationId);
  });

  it("clear the text once it is saved, but keep what was typed in the meantime", () => {
    saveUnsentNote("card:1", { text: "Stolen" });
    settleUnsentNote("card:1", { sent: getUnsentNote("card:1"), isSaved: true });
    expect(getUnsentNote("card:1").text).toBe("");
    expect(isUnloadBlocked()).toBe(false);

    saveUnsentNote("card:1", { text: "Stolen" });
    const sent = getUnsentNote("card:1");
    saveUnsentNote("card:1", { text: "Call back at six" });
    settleUnsentNote("card:1", { sent, isSaved: true });
    expect(getUnsentNote("card:1").text).toBe("Call back at six");
    expect(getUnsentNote("card:1").operationId).not.toBe(sent.operationId);
  });
});
