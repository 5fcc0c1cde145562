"use client";

import { FilterChoice } from "@/components/data-table/filter-choice";
import { SearchInput } from "@/components/data-table/search-input";
import { Button } from "@/components/ui/buttons/button";
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
  const { view, change, clear, field } = useView({ path: "/designs", ...props });
  const isFiltered = view.query !== "" || view.stock !== null || view.emboss !== null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Design name or ID"
        placeholder="Design name or ID"
        value={view.query}
        onSearch={(query) => change({ query }, "replace")}
      />
      <FilterChoice name="Stock" {...field("stock")} options={STOCK} />
      <FilterChoice name="Embossing" {...field("emboss")} options={EMBOSS} />
      {isFiltered && (
        <Button tone="ghost" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
