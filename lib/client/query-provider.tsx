"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RequestFailure } from "./request";

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;

/** Prefetched data counts as fresh because events, not time, invalidate it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        refetchOnWindowFocus: true,
        // A 4xx won't change on a retry.
        retry: (failures, error) => failures < MAX_RETRIES && !isClientError(error),
      },
      mutations: { retry: false },
    },
  });
}

function isClientError(error: unknown): boolean {
  return error instanceof RequestFailure && error.status >= 400 && error.status < 500;
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
