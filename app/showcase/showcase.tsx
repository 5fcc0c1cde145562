"use client";
import Ellipsis from "lucide-react/icons/ellipsis";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogButton } from "@/components/ui/dialog-button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { Menu } from "@/components/ui/menu";
import { StatusBadge } from "@/components/ui/status-badge";
import { TextInput } from "@/components/ui/text-input";
import { Textarea } from "@/components/ui/textarea";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { toast } from "@/lib/client/toast";

const block = loadOnIntent(() => import("./block-dialog"));
export function Showcase() {
  const [busy, setBusy] = useState(false);
  return (
    <div className="flex flex-col gap-8">
      <section className="flex flex-wrap items-center gap-2">
        <Button tone="primary" icon={<Plus className="size-4" />}>
          Primary
        </Button>
        <Button>Plain</Button>
        <Button tone="quiet">Quiet</Button>
        <Button tone="danger">Block</Button>
        <Button tone="final">Block for good</Button>
        <Button busy={busy} onClick={() => setBusy(true)}>
          Freeze
        </Button>
        <Button tone="primary" busy>
          Saving
        </Button>
        <Button unavailable="Only managers block cards">Block</Button>
        <Button disabled>Disabled</Button>
        <Button size="small">Small</Button>
        <Button shortcut="F">Unfreeze</Button>
        <IconButton label="More">
          <Ellipsis className="size-4" />
        </IconButton>
        <DialogButton tone="danger" dialog={block} dialogProps={{ last: "4471" }}>
          Block…
        </DialogButton>
        <Menu
          trigger={(p) => <Button {...p}>Actions</Button>}
          items={[
            {
              label: "Freeze",
              shortcut: "F",
              onSelect() {
                toast({
                  title: "Card 4471 frozen",
                  detail: "Confirmed by the issuer in 41 ms",
                  action: { label: "Undo", onSelect() {} },
                });
              },
            },
            { label: "Reissue", onSelect() {} },
            { kind: "separator", id: "s" },
            { label: "Block", tone: "danger", onSelect() {} },
            { label: "Export", unavailable: "Your role cannot export", onSelect() {} },
          ]}
        />
        <Kbd keys="mod+k" />
        <Kbd keys="g c" />
      </section>
      <section className="flex flex-wrap items-center gap-2">
        {["ACTIVE", "FROZEN", "BLOCKED", "EXPIRED"].map((s) => (
          <StatusBadge key={s} of="card" status={s} />
        ))}
        {["PENDING", "CLEARED", "DECLINED", "REVERSED", "REFUNDED", "DISPUTED"].map((s) => (
          <StatusBadge key={s} of="transaction" status={s} />
        ))}
        <Badge tone="warn" shape="alert">
          Outcome unknown
        </Badge>
        <Badge tone="accent">default</Badge>
      </section>
      <section className="grid max-w-[46rem] gap-5 sm:grid-cols-2">
        <Field
          label="Cardholder name"
          hint="As printed on the card: Latin letters, digits, spaces."
          count={{ used: 12, limit: 26 }}
          required
        >
          <TextInput defaultValue="OMAR HADDAD" />
        </Field>
        <Field
          label="Customer id"
          error="Only letters, digits and dashes: remove the space."
          count={{ used: 31, limit: 30 }}
        >
          <TextInput defaultValue="cust 40217" mono />
        </Field>
        <Field label="Note" optional className="sm:col-span-2">
          <Textarea placeholder="Lost in a taxi, will call back" />
        </Field>
      </section>
    </div>
  );
}
