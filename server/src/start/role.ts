import type { Readiness } from '../platform/health.ts';
import type { MetricSnapshot } from '../platform/metrics.ts';

export const roles = ['api', 'edge', 'worker'] as const;
export type RoleName = (typeof roles)[number];

/** A role that serves. Composition roots make one; a process runs one; the supervisor runs one process each. */
export type RunningRole = {
  readiness: () => Readiness;
  metrics: () => Promise<MetricSnapshot>;
  /** How much it was asked to do so far, where somebody waits for it: nothing slow is begun while that grows. */
  taken?: () => number;
  /** Stops taking work, finishes what was begun, closes. */
  stop: () => Promise<void>;
};
