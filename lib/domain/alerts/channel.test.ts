import { expect, it } from "vitest";
import { findPlainHttp } from "./channel";

it.each([
  ["https://hooks.example.com/x", null],
  ["http://hooks.example.com/x", "must use https"],
  ["http://hooks.internal:8080/x", null],
  ["http://hooks.internal/x", "must use https"],
])("only a host in one's own network may use plain HTTP: %s", (url, problem) => {
  expect(findPlainHttp(new URL(url), ["hooks.internal:8080"])).toBe(problem);
});
