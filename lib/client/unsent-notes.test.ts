import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  forgetUnsentNotes,
  keepUnsentNote,
  settleUnsentNote,
  unsentNote,
  watchUnsentNotes,
} from "./unsent-notes";

/** Whether the browser would ask before the page goes. */
function isAsked(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

beforeEach(() => vi.stubGlobal("window", new EventTarget()));
afterEach(() => {
  forgetUnsentNotes();
  vi.unstubAllGlobals();
});

describe("a note that is not sent", () => {
  it("makes the browser ask before it is lost, until it is sent or emptied", () => {
    expect(isAsked()).toBe(false);
    keepUnsentNote("card:1", { text: "Called about" });
    expect(isAsked()).toBe(true);
    keepUnsentNote("card:1", { text: "" });
    expect(isAsked()).toBe(false);
    keepUnsentNote("card:1", { text: "  \n" });
    expect(isAsked()).toBe(false);
  });

  it("is asked for also while another one is sent", () => {
    keepUnsentNote("card:1", { text: "one" });
    keepUnsentNote("customer:2", { text: "two" });
    keepUnsentNote("card:1", { text: "" });
    expect(isAsked()).toBe(true);
    expect(unsentNote("customer:2").text).toBe("two");
  });

  it("holds up nobody whose session has ended", () => {
    keepUnsentNote("card:1", { text: "one" });
    forgetUnsentNotes();
    expect(isAsked()).toBe(false);
    expect(unsentNote("card:1").text).toBe("");
  });
});

describe("two forms for the same subject", () => {
  it("show one text: each hears what is typed in the other, blanks included", () => {
    const shown = vi.fn(() => unsentNote("card:1").text);
    const stop = watchUnsentNotes(shown);
    keepUnsentNote("card:1", { text: "Stolen" });
    keepUnsentNote("card:1", { text: "Stolen " });
    forgetUnsentNotes();
    stop();
    keepUnsentNote("card:1", { text: "Unheard" });
    expect(shown.mock.results.map(({ value }) => value)).toEqual(["Stolen", "Stolen ", ""]);
  });

  it("share whether it asks for a follow-up, which alone is nothing to lose", () => {
    keepUnsentNote("card:1", { text: "", needsFollowUp: true });
    expect(unsentNote("card:1").needsFollowUp).toBe(true);
    expect(isAsked()).toBe(false);
    keepUnsentNote("card:1", { text: "Stolen", needsFollowUp: true });
    settleUnsentNote("card:1", { sent: unsentNote("card:1"), isKept: false });
    expect(unsentNote("card:1")).toMatchObject({ text: "Stolen", needsFollowUp: true });
    settleUnsentNote("card:1", { sent: unsentNote("card:1"), isKept: true });
    expect(unsentNote("card:1").needsFollowUp).toBeNull();
  });

  it("send one intent, until it is known what came of it", () => {
    keepUnsentNote("card:1", { text: "Stolen" });
    const { operationId } = unsentNote("card:1");
    keepUnsentNote("card:1", { text: "Stolen in Rome" });
    expect(unsentNote("card:1").operationId).toBe(operationId);
    settleUnsentNote("card:1", { sent: unsentNote("card:1"), isKept: false });
    expect(unsentNote("card:1").text).toBe("Stolen in Rome");
    expect(unsentNote("card:1").operationId).not.toBe(operationId);
  });

  it("empty together once it is kept, but not of what was typed meanwhile", () => {
    keepUnsentNote("card:1", { text: "Stolen" });
    settleUnsentNote("card:1", { sent: unsentNote("card:1"), isKept: true });
    expect(unsentNote("card:1").text).toBe("");
    expect(isAsked()).toBe(false);

    keepUnsentNote("card:1", { text: "Stolen" });
    const sent = unsentNote("card:1");
    keepUnsentNote("card:1", { text: "Call back at six" });
    settleUnsentNote("card:1", { sent, isKept: true });
    expect(unsentNote("card:1").text).toBe("Call back at six");
    expect(unsentNote("card:1").operationId).not.toBe(sent.operationId);
  });
});
