import { describeError } from '../../platform/errors.ts';
import type { HealthListener, Readiness } from '../../platform/health.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MetricSnapshot } from '../../platform/metrics.ts';
import type { ExitReason } from '../../platform/operator-error.ts';

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

export function logHealth(logger: Logger): HealthListener {
  return ({ name, ok, error }) => {
    if (ok) logger.info({ part: name }, `${name} answers again`);
    else logger.error({ part: name, why: describeError(error) }, `${name} does not answer`);
  };
}

/** What a supervised role says to its supervisor. */
export type RoleMessage =
  | { type: 'ready' }
  | { type: 'failed'; reason: ExitReason; message: string }
  | { type: 'report'; question: number; readiness: Readiness; metrics: MetricSnapshot };

/** What a supervisor asks its roles. */
export type SupervisorMessage = { type: 'report'; question: number };
