import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetUnsentNotes, keepUnsentNote, unsentNote } from "./unsent-notes";

/** Whether the browser would ask before the page goes. */
function isAsked(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe("a note that is not sent", () => {
  beforeEach(() => vi.stubGlobal("window", new EventTarget()));
  afterEach(() => {
    forgetUnsentNotes();
    vi.unstubAllGlobals();
  });

  it("makes the browser ask before it is lost, until it is sent or emptied", () => {
    expect(isAsked()).toBe(false);
    keepUnsentNote("card:1", "Called about");
    expect(isAsked()).toBe(true);
    keepUnsentNote("card:1", "");
    expect(isAsked()).toBe(false);
    keepUnsentNote("card:1", "  \n");
    expect(isAsked()).toBe(false);
  });

  it("is asked for also while another one is sent", () => {
    keepUnsentNote("card:1", "one");
    keepUnsentNote("customer:2", "two");
    keepUnsentNote("card:1", "");
    expect(isAsked()).toBe(true);
    expect(unsentNote("customer:2")).toBe("two");
  });

  it("holds up nobody whose session has ended", () => {
    keepUnsentNote("card:1", "one");
    forgetUnsentNotes();
    expect(isAsked()).toBe(false);
    expect(unsentNote("card:1")).toBe("");
  });
});
