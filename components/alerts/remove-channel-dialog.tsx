"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { removeAlertChannel } from "@/lib/actions/remove-alert-channel";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import type { ChannelItem } from "./channel-item";

export type RemoveChannelDialogProps = OpenDialog & { channel: ChannelItem };

export default function RemoveChannelDialog({ open, onClose, channel }: RemoveChannelDialogProps) {
  const { send, isBusy, error } = useAction(removeAlertChannel);
  const refresh = useRefresh();

  async function remove() {
    const result = await send({ channelId: channel.id });
    if (!result.ok) return;
    toast({ title: `${channel.name} was removed`, tone: "good" });
    refresh();
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void remove()}
      busy={isBusy}
      title={`Remove ${channel.name}?`}
      description="It gets no more messages, and its target and secret are deleted. To stop messages for a while, pause it."
      confirmLabel="Remove channel"
      tone="destructive"
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
