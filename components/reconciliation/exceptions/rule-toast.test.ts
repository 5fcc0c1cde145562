import { expect, it, vi } from "vitest";
import type { ToastMessage } from "@/lib/client/toast";
import { showRule } from "./rule-toast";

const { shown, ended } = vi.hoisted(() => ({ shown: [] as ToastMessage[], ended: [] as unknown[] }));
vi.mock("@/lib/client/toast", () => ({ toast: (message: ToastMessage) => shown.push(message) }));
vi.mock("@/lib/actions/end-exception-rule", () => ({
  endExceptionRule: async (_: string, input: unknown) => {
    ended.push(input);
    return { ok: true, data: { reopened: { batchId: "x", changed: 1, skipped: {} } } };
  },
}));

it.each([0, 1])("undoes a rule that explained %i exceptions by ending it", async (explained) => {
  shown.length = 0;
  ended.length = 0;
  showRule({ ruleId: "rule-1", explained });
  const action = shown[0]?.action;
  if (!action || !("onSelect" in action)) throw new Error("No way to undo");
  action.onSelect();
  expect(ended).toEqual([{ ruleId: "rule-1", reopens: true }]);
  await vi.waitFor(() =>
    expect(shown[1]).toMatchObject({ title: "Rule ended", detail: "1 exception opened again." }),
  );
});
