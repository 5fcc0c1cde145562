import { describe, expect, it } from "vitest";
import type { IssuerPage } from "@/lib/contract/list";
import type { FailureKind, IssuerResult } from "@/lib/issuer/failure";
import { issuerPages } from "./issuer-pages";

type Page = IssuerPage<{ id: string }>;

const pageOf = (ids: string, hasNext: boolean): Page => ({
  results: [...ids].map((id) => ({ id })),
  count: ids.length,
  next: hasNext ? "next" : null,
});

/** The pages from the second one on; a text is the kind of a failure. */
async function readAll(first: Page, ...later: (Page | FailureKind)[]): Promise<string> {
  const asked: number[] = [];
  const pages = issuerPages(first, async (page) => {
    asked.push(page);
    const answer = later[page - 2] ?? pageOf("", false);
    return (
      typeof answer === "string"
        ? { ok: false, failure: { kind: answer, message: answer } }
        : { ok: true, data: answer, response: {} }
    ) as IssuerResult<Page>;
  });
  let ids = "";
  for await (const items of pages) ids += items.map(({ id }) => id).join("");
  return `${ids}, asked for ${asked.join()}`;
}

describe("the pages of an export", () => {
  it("are read until one past the last one", async () => {
    expect(await readAll(pageOf("ab", true), pageOf("cd", false))).toBe("abcd, asked for 2,3");
    expect(await readAll(pageOf("", false))).toBe(", asked for ");
  });

  it("contain the record that a new one pushed off the last page after it was counted", async () => {
    expect(await readAll(pageOf("na", false), pageOf("b", false))).toBe("nab, asked for 2,3");
  });

  it("contain each record once", async () => {
    expect(await readAll(pageOf("ab", true), pageOf("bc", false))).toBe("abc, asked for 2,3");
  });

  it.each(["not-found", "refused"] as const)(
    "end where the issuer answers %s after the last one",
    async (kind) => {
      expect(await readAll(pageOf("ab", true), pageOf("cd", false), kind)).toBe("abcd, asked for 2,3");
      await expect(readAll(pageOf("ab", true), kind)).rejects.toThrow(kind);
    },
  );

  it("end where an issuer repeats its last page", async () => {
    expect(await readAll(pageOf("ab", false), pageOf("ab", false))).toBe("ab, asked for 2");
  });

  it("are not complete if the issuer fails, even after the last one", async () => {
    await expect(readAll(pageOf("ab", false), "unavailable")).rejects.toThrow("unavailable");
  });

  it("come to an end", async () => {
    const stale = Array.from({ length: 30 }, () => pageOf("ab", true));
    await expect(readAll(pageOf("ab", true), ...stale)).rejects.toThrow("does not come to an end");
  });
});
