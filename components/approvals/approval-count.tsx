"use client";

import { useQuery } from "@tanstack/react-query";
import { useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";

type Count = { waiting: number };

/** How many requests wait for this person, in the navigation. */
export function ApprovalCount({ initial }: { initial: Count }) {
  const { data, refetch } = useQuery({
    queryKey: ["approvals-waiting"],
    queryFn: ({ signal }) => getJson<Count>("/api/approvals/waiting", signal),
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useTopics(["approvals"], () => void refetch());
  if (data.waiting === 0) return null;
  return (
    <span className="ml-auto grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] text-accent-ink leading-none">
      <span className="sr-only">, waiting for you: </span>
      {data.waiting > 99 ? "99+" : data.waiting}
    </span>
  );
}
