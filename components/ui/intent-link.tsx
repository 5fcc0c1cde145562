"use client";

import Link from "next/link";
import { type ComponentProps, useEffect, useRef } from "react";
import { usePrefetch } from "@/lib/client/use-prefetch";

type IntentLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & {
  href: string;
  /** False for what is no page, such as a file: it is asked for once, when it is wanted. */
  prefetch?: boolean;
};

/** A link whose page is fetched when the pointer or the focus rests on it, and is there when it is pressed. */
export function IntentLink({ href, prefetch: isPage = true, ...rest }: IntentLinkProps) {
  const prefetch = usePrefetch();
  const isNear = useRef(false);
  const target = isPage && rest.download === undefined ? href : null;

  // "Next" leads on while the pointer stays where it is.
  useEffect(() => {
    if (isNear.current) prefetch(target);
  }, [prefetch, target]);

  function come() {
    isNear.current = true;
    prefetch(target);
  }

  function leave() {
    isNear.current = false;
    prefetch(null);
  }

  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      onPointerEnter={come}
      onPointerLeave={leave}
      onFocus={come}
      onBlur={leave}
    />
  );
}
