/** What a person needs to know about one piece of background work. It is declared next to the code that does the work. */
export type WorkDescription = {
  /** Unique and stable: for a job it is the name of its queue. */
  name: string;
  title: string;
  purpose: string;
  /** When it runs. */
  trigger: string;
  /** The lease or lock that keeps two processes from doing the same work, or why none is needed. */
  concurrency: string;
  retries: string;
  /** What is lost or delayed if the process dies in the middle. */
  crash: string;
};

export type BackgroundWork = WorkDescription & {
  /** Called once in each process at startup. */
  start?(): void | Promise<void>;
  stop?(): Promise<void>;
  /** Its current state in words, for work that has one beside its runs. */
  readStatus?(): Promise<string>;
};

/** The runs that the queue still remembers: those of about the last hour. */
export type RecentRuns = {
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  /** The start of a run that is in progress, or whose process has died. */
  unfinishedSince: string | null;
};

export type WorkReport = WorkDescription & {
  status: string | null;
  /** Null for work that is not a job of the queue. */
  runs: RecentRuns | null;
};
