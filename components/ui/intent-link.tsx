"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import { usePrefetch } from "@/lib/client/use-prefetch";

type IntentLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & {
  href: string;
  /** False for what is no page, such as a file: it is asked for once, when it is wanted. */
  prefetch?: boolean;
};

/** A link whose page is fetched when the pointer or the focus rests on it, and is there when it is pressed. */
export function IntentLink({ href, prefetch: isPage = true, ...rest }: IntentLinkProps) {
  const prefetch = usePrefetch();
  const come = () => prefetch(isPage && rest.download === undefined ? href : null);
  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      onPointerEnter={come}
      onPointerLeave={() => prefetch(null)}
      onFocus={come}
    />
  );
}
