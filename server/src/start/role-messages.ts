import type { ExitReason } from '../platform/operator-error.ts';
import type { Readiness } from '../platform/health.ts';
import type { MetricSnapshot } from '../platform/metrics.ts';

/** What a supervised role says to its supervisor. */
export type RoleMessage =
  | { type: 'ready' }
  | { type: 'failed'; reason: ExitReason; message: string }
  | { type: 'report'; question: number; readiness: Readiness; metrics: MetricSnapshot };

/** What a supervisor asks its roles. */
export type SupervisorMessage = { type: 'report'; question: number };
