// Local time: weekday from 1 (Monday) to 7, hour from 0 to 23, date as `YYYY-MM-DD`.
type WallTime = { weekday: number; hour: number; date: string };

type ZonedClock = (timeMs: number) => WallTime;

const clocks = new Map<string, ZonedClock>();
const minuteMs = 60_000;

/** Returns the clock of a time zone. Clocks are cached, because creating their formatter is slow. */
export function zonedClock(timezone: string): ZonedClock {
  const known = clocks.get(timezone);
  if (known !== undefined) return known;
  const clock = rememberMinute(buildClock(timezone));
  clocks.set(timezone, clock);
  return clock;
}

// Caches the local time of the last minute. Visits arrive in order of time, and in every zone in use today, hours start
// on a whole minute of UTC.
function rememberMinute(clock: ZonedClock): ZonedClock {
  let minute: number | undefined;
  let shown: WallTime | undefined;
  return (timeMs) => {
    const current = Math.floor(timeMs / minuteMs);
    if (shown === undefined || minute !== current) {
      shown = clock(timeMs);
      minute = current;
    }
    return shown;
  };
}

function buildClock(timezone: string): ZonedClock {
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return (timeMs) => {
    const parts = new Map(formatter.formatToParts(timeMs).map(({ type, value }) => [type, value]));
    const date = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
    const sundayFirst = new Date(`${date}T00:00:00Z`).getUTCDay();
    return { weekday: sundayFirst === 0 ? 7 : sundayFirst, hour: Number(parts.get('hour')), date };
  };
}
