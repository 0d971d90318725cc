import { clickIdLength } from '../../domain/click-id/index.ts';

export type ErasedVisits = { visitIds: ReadonlySet<string>; clickIds: ReadonlySet<string> };

const visitIds = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const clickIdRuns = new RegExp(`[0-9A-Za-z]{${clickIdLength},}`, 'g');
const base64Cell = /^[A-Za-z0-9+/]{4,}={0,2}$/;

/**
 * Returns true if a rejected row contains one of the visit IDs, or one of the click IDs in the query or body of an
 * incoming postback. Bodies are stored as base64.
 */
export function mentionsVisit(line: string, erased: ErasedVisits): boolean {
  const row = unwrap(line);
  if (isMentionedIn(row, erased)) return true;
  return row
    .split('\t')
    .some(
      (cell) =>
        base64Cell.test(cell) && isMentionedIn(Buffer.from(cell, 'base64').toString('latin1'), erased),
    );
}

// Individually rejected rows are stored as JSON with a reason; rows of an unreadable segment are stored unchanged.
function unwrap(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { line: row } = JSON.parse(line) as { line?: unknown };
    return typeof row === 'string' ? row : line;
  } catch {
    return line;
  }
}

function isMentionedIn(text: string, erased: ErasedVisits): boolean {
  if (text.match(visitIds)?.some((id) => erased.visitIds.has(id)) === true) return true;
  return text.match(clickIdRuns)?.some((run) => hasClickId(run, erased.clickIds)) === true;
}

// A click ID may be surrounded by other letters.
function hasClickId(run: string, clickIds: ReadonlySet<string>): boolean {
  for (let at = 0; at + clickIdLength <= run.length; at += 1)
    if (clickIds.has(run.slice(at, at + clickIdLength))) return true;
  return false;
}
