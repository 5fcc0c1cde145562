"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { type CardApplication, tidyApplication } from "@/lib/contract/card-application";
import { type TemplateContent, toTemplateContent } from "@/lib/domain/cards/card-template";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { SaveTemplateDialogProps } from "./save-template-dialog";

const dialog = loadOnIntent<SaveTemplateDialogProps>(() => import("./save-template-dialog"));

type SaveTemplateButtonProps = { application: CardApplication; today: IsoDate; currency: string | null };

/** In the review, where both types are chosen. */
export function SaveTemplateButton({ application, today, currency }: SaveTemplateButtonProps) {
  const content: TemplateContent | null = toTemplateContent(tidyApplication(application), today);
  return (
    <div>
      {content ? (
        <DialogButton size="small" dialog={dialog} dialogProps={{ content, currency }}>
          Save as template…
        </DialogButton>
      ) : (
        <p className="text-small text-ink-2">
          A spend limit of more than 12 digits can’t be saved as a template.
        </p>
      )}
    </div>
  );
}
