"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import type { CardDesign } from "@/lib/contract/card-design";
import { type CardTemplate, findDesignProblem, templateKey } from "@/lib/domain/cards/card-template";
import { designProblemText, templateSummary } from "./template-text";

/** More are searched. */
const SHOWN_WITHOUT_SEARCH = 8;

type TemplateListProps = {
  templates: readonly CardTemplate[];
  designs: readonly CardDesign[] | undefined;
  currency: string | null;
  onUse: (template: CardTemplate) => void;
  onRename: (template: CardTemplate) => void;
  onDelete: (template: CardTemplate) => void;
};

export function TemplateList(props: TemplateListProps) {
  const { templates, designs, currency, onUse, onRename, onDelete } = props;
  const [search, setSearch] = useState("");
  const isSearchable = templates.length > SHOWN_WITHOUT_SEARCH;
  const found = isSearchable
    ? templates.filter(({ name }) => templateKey(name).includes(templateKey(search)))
    : templates;
  return (
    <>
      {isSearchable && (
        <Field label="Search templates" isLabelHidden>
          <TextInput
            type="search"
            placeholder="Search templates"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
      )}
      {found.length === 0 ? (
        <p tabIndex={-1} className="text-ink-2 outline-none">
          {templates.length === 0
            ? "No templates. Save one in the Review step."
            : `No template matches “${search.trim()}”.`}
        </p>
      ) : (
        <ul aria-label="Templates" className="divide-y divide-line border-line border-y">
          {found.map((template) => {
            const { id, name, cardDesign } = template;
            const problem = findDesignProblem(cardDesign, designs);
            return (
              <li
                key={id}
                data-template={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
              >
                <div className="min-w-0 flex-[1_1_13rem] [overflow-wrap:anywhere]">
                  <p className="font-medium">{name}</p>
                  <p className="text-small text-ink-2">{templateSummary(template, { designs, currency })}</p>
                  {problem && (
                    <p className="text-small text-warn">{designProblemText(cardDesign, problem, designs)}</p>
                  )}
                </div>
                <div className="flex gap-2">
                  <Button size="small" aria-label={`Use ${name}`} onClick={() => onUse(template)}>
                    Use
                  </Button>
                  <Button
                    size="small"
                    tone="ghost"
                    aria-label={`Rename ${name}`}
                    onClick={() => onRename(template)}
                  >
                    Rename
                  </Button>
                  <Button
                    size="small"
                    tone="ghost"
                    aria-label={`Delete ${name}`}
                    onClick={() => onDelete(template)}
                  >
                    Delete
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
