"use client";

import { type ToastMessage, toast } from "@/lib/client/toast";
import { type Action, useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { Button, type ButtonProps } from "./button";

type ActionButtonProps<Input> = Omit<ButtonProps, "onClick" | "busy"> & {
  action: Action<Input, unknown>;
  input: Input;
  /** Says that it did not happen: "Not withdrawn". */
  failedTitle: string;
  /** For what does not show on the page by itself. */
  done?: ToastMessage;
};

/** One press, one write, and the page as it is then. For what needs no question first. */
export function ActionButton<Input>({
  action,
  input,
  failedTitle,
  done,
  ...button
}: ActionButtonProps<Input>) {
  const { send, isBusy } = useAction(action);
  const refresh = useRefresh();

  async function press() {
    const result = await send(input);
    if (!result.ok) toast({ title: failedTitle, detail: result.error.message, tone: "bad" });
    else if (done) toast(done);
    refresh();
  }

  return <Button {...button} busy={isBusy} onClick={() => void press()} />;
}
