"use client";

import Link from "next/link";
import { type ComponentProps, useEffect, useRef } from "react";
import { usePrefetch } from "@/lib/client/use-prefetch";

type IntentLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & {
  href: string;
  /** False for anything that isn't a page, such as a file. */
  prefetch?: boolean;
};

/** A link that prefetches its page on hover and focus. */
export function IntentLink({ href, prefetch: isPage = true, ...rest }: IntentLinkProps) {
  const prefetch = usePrefetch();
  const isHovered = useRef(false);
  const target = isPage && rest.download === undefined ? href : null;

  // The target of "Next" changes while the pointer stays on it.
  useEffect(() => {
    if (isHovered.current) prefetch(target);
  }, [prefetch, target]);

  function startIntent() {
    isHovered.current = true;
    prefetch(target);
  }

  function endIntent() {
    isHovered.current = false;
    prefetch(null);
  }

  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      onPointerEnter={startIntent}
      onPointerLeave={endIntent}
      onFocus={startIntent}
      onBlur={endIntent}
    />
  );
}
