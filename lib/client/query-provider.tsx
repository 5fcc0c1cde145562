"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RequestFailure } from "./request";

const FRESH_MS = 30_000;
const RETRIES = 2;

/** What the server prefetched is fresh on arrival; events, not time, say when it is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: true,
        // A refusal stays a refusal: only what may pass by itself is tried again.
        retry: (failures, error) => failures < RETRIES && !isRefusal(error),
      },
      mutations: { retry: false },
    },
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof RequestFailure && error.status >= 400 && error.status < 500;
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
