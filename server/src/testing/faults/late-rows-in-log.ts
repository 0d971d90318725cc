import type { LateRows } from './compare-answers.ts';

type Line = { stream?: unknown; rowsMax?: unknown; lost?: unknown };

// Sums the rows that edges reported as possibly lost, because they ended before they had written them.
export function sumLateRows(output: string): LateRows {
  const late = { visits: 0, clicks: 0 };
  for (const line of output.split('\n').filter((text) => /"(?:rowsMax|lost)":/.test(text))) {
    const { stream, rowsMax, lost } = parse(line);
    if (stream === 'visits' || stream === 'clicks') late[stream] += Number(rowsMax ?? 0);
    // An edge that stops reports a single number for all streams.
    else if (lost !== undefined) for (const name of ['visits', 'clicks'] as const) late[name] += Number(lost);
  }
  return late;
}

function parse(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return {};
  }
}
