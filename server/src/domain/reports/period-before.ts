import type { ReportDefinition } from './report-definition.ts';

type Period = ReportDefinition['range'];

const hourMs = 3_600_000;

/**
 * Returns the previous period of the same length. For a period that is not over yet, such as today, the previous period
 * covers only as much time as has passed, because half a day would look like a loss compared with a whole day. The time
 * that has passed is rounded up to whole hours, because sums are stored by hour.
 */
export function periodBefore({ fromMs, toMs }: Period, nowMs: number): Period {
  const lengthMs = toMs - fromMs + 1;
  const passedMs = Math.ceil((nowMs - fromMs) / hourMs) * hourMs;
  const comparedMs = passedMs > 0 && passedMs < lengthMs ? passedMs : lengthMs;
  const startMs = fromMs - lengthMs;
  return { fromMs: startMs, toMs: startMs + comparedMs - 1 };
}
