import type { RefusedLine } from './batch-target.ts';

type SeparatedLines = { accepted: Buffer; refused: RefusedLine[] };

const newline = 0x0a;

/**
 * Separates invalid lines by bisection. `probe` returns why a group of lines is rejected, or undefined if all lines
 * are valid. `probe` must not store the lines.
 */
export async function separateRefused(
  lines: Buffer,
  probe: (lines: Buffer) => Promise<string | undefined>,
): Promise<SeparatedLines> {
  const starts = findLineStarts(lines);
  const accepted: Buffer[] = [];
  const refused: RefusedLine[] = [];
  const part = (from: number, to: number) => lines.subarray(starts[from], starts[to]);
  const examine = async (from: number, to: number): Promise<void> => {
    const reason = await probe(part(from, to));
    if (reason === undefined) {
      accepted.push(part(from, to));
    } else if (to - from === 1) {
      // Removes only the newline, because trailing empty cells are part of the row.
      refused.push({ line: part(from, to).toString().replace(/\n$/, ''), reason });
    } else {
      const middle = from + Math.floor((to - from) / 2);
      await examine(from, middle);
      await examine(middle, to);
    }
  };
  if (starts.length > 1) await examine(0, starts.length - 1);
  return { accepted: Buffer.concat(accepted), refused };
}

// Returns the start of each line and the end of the last line.
function findLineStarts(lines: Buffer): number[] {
  const starts = [0];
  for (let at = lines.indexOf(newline); at !== -1; at = lines.indexOf(newline, at + 1)) starts.push(at + 1);
  if (starts.at(-1) !== lines.length) starts.push(lines.length);
  return starts;
}
