"use client";

import Ellipsis from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { ActionButton } from "@/components/ui/buttons/action-button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu } from "@/components/ui/popups/menu";
import type { MenuItem } from "@/components/ui/popups/menu-item";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { pauseAlertChannel } from "@/lib/actions/pause-alert-channel";
import { rotateAlertSecret } from "@/lib/actions/rotate-alert-secret";
import { testAlertChannel } from "@/lib/actions/test-alert-channel";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import type { ChannelItem } from "./channel-item";
import type { EditChannelDialogProps } from "./edit-channel-dialog";
import type { RemoveChannelDialogProps } from "./remove-channel-dialog";
import type { SecretDialogProps } from "./secret-dialog";
import type { TopicsDialogProps } from "./topics-dialog";

const editDialog = loadOnIntent<EditChannelDialogProps>(() => import("./edit-channel-dialog"));
const topicsDialog = loadOnIntent<TopicsDialogProps>(() => import("./topics-dialog"));
const removeDialog = loadOnIntent<RemoveChannelDialogProps>(() => import("./remove-channel-dialog"));
const secretDialog = loadOnIntent<SecretDialogProps>(() => import("./secret-dialog"));

type Opened = { kind: "edit" | "topics" | "remove" } | { kind: "secret"; secret: string };

export function ChannelActions({ channel }: { channel: ChannelItem }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const pause = useAction(pauseAlertChannel);
  const rotate = useAction(rotateAlertSecret);
  const refresh = useRefresh();
  const { id: channelId, name, kind, isPaused } = channel;
  const close = () => setOpened(null);

  async function setPaused() {
    const result = await pause.send({ channelId, isPaused: !isPaused });
    if (!result.ok)
      toast({ title: "Couldn’t change the channel", detail: result.error.message, tone: "bad" });
    refresh();
  }

  async function rotateSecret() {
    const result = await rotate.send({ channelId });
    if (!result.ok)
      return toast({ title: "Couldn’t rotate the secret", detail: result.error.message, tone: "bad" });
    if (result.data.secret) setOpened({ kind: "secret", secret: result.data.secret });
  }

  const items: MenuItem[] = [
    // Without its secret, it can only be removed.
    ...(channel.leadsTo === null ? [] : [{ label: "Edit…", onSelect: () => setOpened({ kind: "edit" }) }]),
    { label: "Choose topics", onSelect: () => setOpened({ kind: "topics" }) },
    { label: isPaused ? "Resume" : "Pause", onSelect: () => void setPaused() },
    ...(kind === "webhook" ? [{ label: "Rotate secret", onSelect: () => void rotateSecret() }] : []),
    { kind: "separator", id: "remove" },
    { label: "Remove", tone: "danger", onSelect: () => setOpened({ kind: "remove" }) },
  ];
  const dialog: OpenDialog = { open: opened !== null, onClose: close };
  return (
    <div className="flex items-center gap-2">
      <ActionButton
        size="small"
        action={testAlertChannel}
        input={{ channelId }}
        failedTitle="Couldn’t send a test"
        aria-label={`Test ${name}`}
        onDone={({ isSent, text }) =>
          toast(
            isSent
              ? { title: "Test sent", detail: text, tone: "good" }
              : { title: "The test didn’t arrive", detail: text, tone: "bad" },
          )
        }
      >
        Test
      </ActionButton>
      <Menu
        label={`Actions for ${name}`}
        align="end"
        items={items}
        trigger={(props) => (
          <IconButton label={`Actions for ${name}`} {...props}>
            <Ellipsis className="size-4" aria-hidden="true" />
          </IconButton>
        )}
      />
      {opened && (
        <PopupBoundary {...dialog}>
          {opened.kind === "edit" && <editDialog.Component {...dialog} channel={channel} />}
          {opened.kind === "topics" && <topicsDialog.Component {...dialog} channel={channel} />}
          {opened.kind === "remove" && <removeDialog.Component {...dialog} channel={channel} />}
          {opened.kind === "secret" && (
            <secretDialog.Component {...dialog} name={name} secret={opened.secret} isRotated />
          )}
        </PopupBoundary>
      )}
    </div>
  );
}
