import { describeError } from '../../platform/errors.ts';
import type { HealthListener, Readiness } from '../../platform/health.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MetricSnapshot } from '../../platform/metrics.ts';
import type { ExitReason } from '../../platform/operator-error.ts';

export const roles = ['api', 'edge', 'worker'] as const;
export type RoleName = (typeof roles)[number];

export type RunningRole = {
  readiness: () => Readiness;
  metrics: () => Promise<MetricSnapshot>;
  /** Number of requests served. Garbage collection is postponed while this number grows. */
  requestCount?: () => number;
  /** Starts accepting connections. Omitted by roles that do so when they start. */
  serve?: () => Promise<void>;
  stop: () => Promise<void>;
};

export function logHealth(logger: Logger): HealthListener {
  return ({ name, ok, error }) => {
    if (ok) logger.info({ part: name }, `${name} is available again`);
    else logger.error({ part: name, why: describeError(error) }, `${name} is unavailable`);
  };
}

export type RoleMessage =
  | { type: 'ready'; version: string }
  | { type: 'serving' }
  | { type: 'stopping' }
  | { type: 'alive' }
  | { type: 'failed'; reason: ExitReason; message: string }
  | { type: 'report'; requestId: number; readiness: Readiness; metrics: MetricSnapshot };

export type SupervisorMessage =
  | { type: 'report'; requestId: number }
  | { type: 'serve' }
  | { type: 'ping' }
  | { type: 'stop'; limitMs: number };
