"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { RequestDialogProps } from "./request-dialog";

const dialog = loadOnIntent<RequestDialogProps>(() => import("./request-dialog"));

export function RequestButton({ today }: { today: IsoDate }) {
  return (
    <DialogButton tone="primary" dialog={dialog} dialogProps={{ today }}>
      Request report
    </DialogButton>
  );
}
