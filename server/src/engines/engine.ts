import type { RunningProcess } from '../platform/supervised-process.ts';

/** An engine that Waypost runs for itself. Everybody else sees only the URL. */
export type RunningEngine = RunningProcess & {
  url: string;
  /** Whether it answers a question now; never rejects. */
  answers: () => Promise<boolean>;
};
