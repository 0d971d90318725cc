import { cell } from '../traffic/cells.ts';
import type { RecordedVisit } from '../traffic/recorded-visit.ts';
import { expiryDay, timeCell } from '../traffic/time-cells.ts';
import { buildEventRow, type Cells } from '../traffic/visit-cells.ts';

const responseBytesMax = 2_048;

export type AttemptForRow = {
  id: string;
  visit: RecordedVisit;
  eventId: string;
  idx: number;
  url: string;
  method: string;
  attempt: number;
  timeMs: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  response: string;
  isSuccess: boolean;
  keptDays: number;
};

export function buildAttemptRow(attempt: AttemptForRow): string {
  const { timeMs } = attempt;
  const own: Cells = {
    type: 'postback',
    id: attempt.id,
    time: timeCell(timeMs),
    expires: expiryDay(timeMs, attempt.keptDays),
    event_id: attempt.eventId,
    idx: String(attempt.idx),
    url: cell(attempt.url),
    method: attempt.method,
    attempt: String(Math.min(attempt.attempt, 255)),
    response_status: String(attempt.status ?? 0),
    error: cell(attempt.error),
    response: cell(shorten(attempt.response)),
    is_success: attempt.isSuccess ? '1' : '0',
    duration_ms: String(Math.round(attempt.durationMs)),
  };
  return buildEventRow(attempt.visit, own);
}

// Truncates the response at a character boundary and removes NUL characters, which some programs treat as the end of a
// string.
function shorten(response: string): string {
  const text = response.slice(0, responseBytesMax).replaceAll('\0', '').toWellFormed();
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= responseBytesMax) return text;
  // A continuation byte after the cut means that a character was split.
  let end = responseBytesMax;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(bytes.subarray(0, end));
}
