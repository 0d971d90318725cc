type BackupState = {
  lastSuccessAt: Date | undefined;
  lastFailureAt: Date | undefined;
};

const dayMs = 86_400_000;
const minuteMs = 60_000;
const retryAfterMs = 3_600_000;

// Returns when the next automatic backup is due: `now` if it is due or overdue. Times in the future are ignored, because
// they are from before the clock was set back.
export function nextBackupAt(state: BackupState, minuteOfDay: number, now: Date): Date {
  const success = ignoreFuture(state.lastSuccessAt, now);
  const failure = ignoreFuture(state.lastFailureAt, now);
  const dueMs = success === undefined ? 0 : firstAfter(success, minuteOfDay);
  const isRetry = failure !== undefined && (success === undefined || failure > success);
  const retryMs = isRetry ? failure.getTime() + retryAfterMs : 0;
  return new Date(Math.max(dueMs, retryMs, now.getTime()));
}

function ignoreFuture(time: Date | undefined, now: Date): Date | undefined {
  return time !== undefined && time <= now ? time : undefined;
}

// Returns the first time after `time` that is `minuteOfDay` minutes after midnight in UTC.
function firstAfter(time: Date, minuteOfDay: number): number {
  const sameDay = new Date(time).setUTCHours(0, 0, 0, 0) + minuteOfDay * minuteMs;
  return sameDay > time.getTime() ? sameDay : sameDay + dayMs;
}
