"use client";

import { FilterChoice } from "@/components/data-table/filter-choice";
import { SearchInput } from "@/components/data-table/search-input";
import { Button } from "@/components/ui/button";
import { useView } from "@/lib/client/use-view";
import type { DesignsView } from "@/lib/url/designs-view";

const STOCK = [
  { value: "in", label: "In stock" },
  { value: "out", label: "Out of stock" },
] as const;

const EMBOSS = [
  { value: "yes", label: "Embossed" },
  { value: "no", label: "Not embossed" },
] as const;

export function DesignsToolbar(props: { view: DesignsView; defaults: DesignsView }) {
  const { view, change, clear } = useView({ path: "/designs", ...props });
  const isFiltered = view.query !== "" || view.stock !== null || view.emboss !== null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Design name or id"
        placeholder="Design name or id"
        value={view.query}
        onSearch={(query) => change({ query }, "replace")}
      />
      <FilterChoice name="Stock" value={view.stock} options={STOCK} onChange={(stock) => change({ stock })} />
      <FilterChoice
        name="Name"
        value={view.emboss}
        options={EMBOSS}
        onChange={(emboss) => change({ emboss })}
      />
      {isFiltered && (
        <Button tone="quiet" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}
