"use client";

import { type ToastMessage, toast } from "@/lib/client/toast";
import { type Action, useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { Button, type ButtonProps } from "./button";

type ActionButtonProps<Input, Data> = Omit<ButtonProps, "onClick" | "busy"> & {
  action: Action<Input, Data>;
  input: Input;
  /** The toast's title on failure: "Couldn’t cancel the request". */
  failedTitle: string;
  /** The toast on success, if the page doesn't show the change itself. */
  successToast?: ToastMessage | undefined;
  onDone?: (data: Data) => void;
};

/** Runs an action that needs no confirmation, then refreshes the page. */
export function ActionButton<Input, Data>({
  action,
  input,
  failedTitle,
  successToast,
  onDone,
  ...button
}: ActionButtonProps<Input, Data>) {
  const { send, isBusy } = useAction(action);
  const refresh = useRefresh();

  async function run() {
    const result = await send(input);
    if (!result.ok) toast({ title: failedTitle, detail: result.error.message, tone: "bad" });
    else {
      if (successToast) toast(successToast);
      onDone?.(result.data);
    }
    refresh();
  }

  return <Button {...button} busy={isBusy} onClick={() => void run()} />;
}
