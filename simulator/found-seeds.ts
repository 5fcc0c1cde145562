/** Seeds that once failed, each with what was wrong. They run with the tests. */
export const FOUND_SEEDS: readonly { seed: number; wasWrong: string }[] = [
  {
    seed: 65,
    wasWrong: "A lost connection while the queue recorded the end of a job was an unhandled rejection.",
  },
  {
    seed: 4205,
    wasWrong: "A block that was never sent was told as done, because another one had blocked the card.",
  },
  {
    seed: 58,
    wasWrong:
      "An admin who ended all sessions of a person left those that waited for a code, and a code opened them.",
  },
  {
    seed: 135,
    wasWrong: "A server whose clock was 45 seconds slow ran nothing that is on a schedule.",
  },
  {
    seed: 32131,
    wasWrong:
      "An export lacked the oldest card if a new one was issued between the issuer's count and its rows.",
  },
  {
    seed: 30474,
    wasWrong:
      "A process that died while it compared a day held up the next comparison of that day for ten minutes.",
  },
  {
    seed: 40001,
    wasWrong:
      "An exception that a person had resolved, that was then gone, and that was opened again stayed open forever.",
  },
  {
    seed: 42025,
    wasWrong:
      "A freeze without an answer, of a card that had been frozen before, was told as one that the issuer had carried out.",
  },
];
