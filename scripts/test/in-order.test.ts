import { expect, it } from "vitest";
import { printInOrder } from "./in-order.mjs";

function print() {
  let text = "";
  const output = printInOrder(["a", "b", "c"], (more) => {
    text += more;
  });
  return { ...output, text: () => text };
}

it("prints the first step at once, and the next ones in their turn", () => {
  const { add, end, text } = print();
  add("b", "b1 ");
  add("a", "a1 ");
  expect(text()).toBe("a1 ");
  add("a", "a2 ");
  end("c");
  end("a");
  expect(text()).toBe("a1 a2 b1 ");
  add("b", "b2 ");
  expect(text()).toBe("a1 a2 b1 b2 ");
  end("b");
  expect(text()).toBe("a1 a2 b1 b2 ");
});

it("keeps what a step that ended early has printed", () => {
  const { add, end, text } = print();
  add("c", "c1 ");
  end("c");
  end("b");
  expect(text()).toBe("");
  end("a");
  expect(text()).toBe("c1 ");
});

it("prints what is left of a run that is cut off", () => {
  const { add, flush, text } = print();
  add("c", "c1 ");
  add("b", "b1 ");
  flush();
  expect(text()).toBe("b1 c1 ");
});
