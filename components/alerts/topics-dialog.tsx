"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { changeAlertTopics } from "@/lib/actions/change-alert-topics";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { ALERT_TOPICS, type AlertTopic } from "@/lib/domain/alerts/conditions";
import type { ChannelItem } from "./channel-item";
import { TopicsField } from "./topics-field";

export type TopicsDialogProps = OpenDialog & { channel: ChannelItem };

export default function TopicsDialog({ open, onClose, channel }: TopicsDialogProps) {
  const [topics, setTopics] = useState<AlertTopic[]>([...(channel.topics ?? ALERT_TOPICS)]);
  const { send, isBusy, error } = useAction(changeAlertTopics);
  const refresh = useRefresh();

  async function save() {
    const result = await send({ channelId: channel.id, topics });
    if (!result.ok) return;
    refresh();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      title={`Topics of ${channel.name}`}
      description="To stop all messages, pause the channel."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={isBusy}
            unavailable={topics.length === 0 ? "Choose at least one topic" : undefined}
            onClick={() => void save()}
          >
            Save topics
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TopicsField topics={topics} onChange={setTopics} />
        {error && <ErrorState error={error} isInline />}
      </div>
    </Dialog>
  );
}
