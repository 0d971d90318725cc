import type { ReportDefinition } from './report-definition.ts';

type Period = ReportDefinition['range'];

const hourMs = 3_600_000;

/**
 * The period that another is compared with: as long, and it ends where the other begins. Of a period that still runs, such
 * as today, only as much as has passed of it, to the end of the hour: half a day beside a whole one would look like a loss
 * until the evening. Whole hours, since sums are kept by them.
 */
export function periodBefore({ fromMs, toMs }: Period, nowMs: number): Period {
  const lengthMs = toMs - fromMs + 1;
  const passedMs = Math.ceil((nowMs - fromMs) / hourMs) * hourMs;
  const comparedMs = passedMs > 0 && passedMs < lengthMs ? passedMs : lengthMs;
  const startMs = fromMs - lengthMs;
  return { fromMs: startMs, toMs: startMs + comparedMs - 1 };
}
