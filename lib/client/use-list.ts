"use client";

import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { getJson, toAppError } from "./request";

type ListOptions<Data> = {
  /** Names what is read, so that an event can say "read again": `["cards", view]`. */
  queryKey: QueryKey;
  /** The GET that answers with it. */
  path: string;
  /** What the server put into the page for this very view. */
  initial?: Data;
};

/** A list that keeps what it shows until the next answer is here, and says that it is waiting. */
export function useList<Data>({ queryKey, path, initial }: ListOptions<Data>) {
  const { data, error, isFetching, refetch } = useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => getJson<Data>(path, signal),
    placeholderData: keepPreviousData,
    ...(initial === undefined ? {} : { initialData: initial }),
  });
  return {
    data,
    isBusy: isFetching,
    error: error ? toAppError(error) : null,
    retry: () => void refetch(),
  };
}
