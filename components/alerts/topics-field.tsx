"use client";

import { useId, useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { ALERT_TOPICS, type AlertTopic, topicMeaning, topicTitle } from "@/lib/domain/alerts/conditions";

type TopicsFieldProps = {
  topics: readonly AlertTopic[];
  onChange: (topics: AlertTopic[]) => void;
  error?: string | undefined;
};

/** What a channel is told. Everything includes what later versions add. */
export function TopicsField({ topics, onChange, error }: TopicsFieldProps) {
  const errorId = useId();
  const [isChoosing, setIsChoosing] = useState(topics.length < ALERT_TOPICS.length);

  function toggleEverything() {
    setIsChoosing(!isChoosing);
    onChange([...ALERT_TOPICS]);
  }

  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-medium">Topics</legend>
      <Checkbox
        label="Everything, also what is added later"
        hint="All alerts, and the head of the audit log every hour."
        checked={!isChoosing}
        onChange={toggleEverything}
      />
      {isChoosing && (
        <div className="mt-1 grid gap-x-4 border-line border-t pt-1 sm:grid-cols-2">
          {ALERT_TOPICS.map((topic) => (
            <Checkbox
              key={topic}
              label={topicTitle(topic)}
              hint={topicMeaning(topic)}
              checked={topics.includes(topic)}
              onChange={() =>
                onChange(ALERT_TOPICS.filter((one) => topics.includes(one) !== (one === topic)))
              }
            />
          ))}
        </div>
      )}
      {error && (
        <p id={errorId} className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
