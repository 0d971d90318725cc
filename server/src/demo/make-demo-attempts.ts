import type { AttemptForRow } from '../domain/postbacks/attempt-row.ts';
import type { DemoRandom } from './demo-random.ts';

type DemoAttempt = Pick<
  AttemptForRow,
  'attempt' | 'timeMs' | 'durationMs' | 'status' | 'error' | 'response' | 'isSuccess'
>;

const failures: readonly Pick<DemoAttempt, 'status' | 'error' | 'response' | 'durationMs'>[] = [
  { status: 500, error: null, response: 'Internal Server Error', durationMs: 310 },
  { status: 503, error: null, response: 'Service Unavailable', durationMs: 95 },
  { status: null, error: 'timeout', response: '', durationMs: 15_000 },
];
// The first few pauses in the sender's retry schedule.
const pausesMs = [0, 5_000, 30_000, 120_000];

export function makeDemoAttempts(random: DemoRandom, eventMs: number): DemoAttempt[] {
  const failed = random.chance(0.9) ? 0 : random.integer(1, pausesMs.length);
  const attempts: DemoAttempt[] = [];
  let timeMs = eventMs + random.integer(200, 1_800);
  for (const [index, pauseMs] of pausesMs.entries()) {
    timeMs += pauseMs;
    if (index === failed) {
      const durationMs = random.integer(60, 420);
      attempts.push({
        attempt: index + 1,
        timeMs,
        durationMs,
        status: 200,
        error: null,
        response: 'OK',
        isSuccess: true,
      });
      break;
    }
    const failure = random.pick(failures);
    attempts.push({ attempt: index + 1, timeMs, ...failure, isSuccess: false });
    timeMs += failure.durationMs;
  }
  return attempts;
}
