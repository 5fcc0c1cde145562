import type { ReactNode } from "react";

export function WizardLayout({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 max-w-[62rem] gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
      <aside aria-label="Preview" className="lg:sticky lg:top-20 lg:order-last lg:self-start">
        {preview}
      </aside>
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </div>
  );
}
