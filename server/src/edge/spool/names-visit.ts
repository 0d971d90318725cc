import { clickIdLength } from '../../domain/click-id/index.ts';

/** Visits whose traces have to go, by both of their names. */
export type ErasedVisits = { visitIds: ReadonlySet<string>; clickIds: ReadonlySet<string> };

const visitIds = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const clickIdRuns = new RegExp(`[0-9A-Za-z]{${clickIdLength},}`, 'g');
const base64Cell = /^[A-Za-z0-9+/]{4,}={0,2}$/;

/**
 * Whether a row that was set aside is about one of these visits: it has its id, or a network named its click id, in what
 * it asked for or in the body that it sent, which is kept in base64.
 */
export function namesVisit(line: string, erased: ErasedVisits): boolean {
  const row = unwrap(line);
  if (isNamedIn(row, erased)) return true;
  return row
    .split('\t')
    .some(
      (cell) => base64Cell.test(cell) && isNamedIn(Buffer.from(cell, 'base64').toString('latin1'), erased),
    );
}

/** Rows that were refused one by one lie in JSON, with the reason; those of a segment that was set aside as they are. */
function unwrap(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { line: row } = JSON.parse(line) as { line?: unknown };
    return typeof row === 'string' ? row : line;
  } catch {
    return line;
  }
}

function isNamedIn(text: string, erased: ErasedVisits): boolean {
  if (text.match(visitIds)?.some((id) => erased.visitIds.has(id)) === true) return true;
  return text.match(clickIdRuns)?.some((run) => hasClickId(run, erased.clickIds)) === true;
}

/** It may stand in the middle of other letters. */
function hasClickId(run: string, clickIds: ReadonlySet<string>): boolean {
  for (let at = 0; at + clickIdLength <= run.length; at += 1)
    if (clickIds.has(run.slice(at, at + clickIdLength))) return true;
  return false;
}
