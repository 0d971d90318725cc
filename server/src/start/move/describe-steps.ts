import type { OnProgress } from '../backup/progress.ts';
import type { MoveStep } from './copy-rows.ts';
import type { MovePhase } from './move-traffic.ts';

const minuteMs = 60_000;

// Describes the progress of a copy. The rate and the remaining time are those of this run, even if it continues another.
export function describeSteps(onProgress: OnProgress, now: () => number = () => performance.now()) {
  const startedAt = now();
  return {
    onStep: ({ rows, share, earlier }: MoveStep) => {
      const elapsedMs = Math.max(1, now() - startedAt);
      const rate = Math.round(((rows - earlier.rows) / elapsedMs) * 1_000);
      const done = share - earlier.share;
      const remainingMs = done > 0 ? (elapsedMs * (1 - share)) / done : 0;
      const remaining = share < 1 ? `, ${Math.ceil(remainingMs / minuteMs)} min remaining` : '';
      onProgress('Copy', `${rows} rows (${Math.floor(share * 100)}%), ${rate} rows/s${remaining}`);
    },
    onPhase: (phase: MovePhase) => {
      if (phase === 'finishing') onProgress('Finish', 'edges keep new rows in their spool');
      if (phase === 'comparing') onProgress('Compare', 'sums per day');
    },
  };
}
