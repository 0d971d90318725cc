import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineBuffer } from './line-buffer.ts';
import { readSegment } from './read-segment.ts';
import type { WaitingRow } from './waiting-row.ts';

const batch = '0123456789abcdef-1794732000';

function segmentOf(rows: readonly string[]): Buffer {
  const waiting = rows.map((row): WaitingRow => ({
    row,
    timeMs: 0,
    appendedAt: 0,
    done: undefined,
    isDropped: false,
  }));
  return Buffer.from(new LineBuffer().encode(waiting, Buffer.from(`${batch}\t`)));
}

function rowsOf(lines: Buffer): string[] {
  const texts = lines.toString().split('\n');
  expect(texts.pop()).toBe('');
  return texts.map((line) => line.split('\t').slice(2).join('\t'));
}

const rows = ['visit\ta', '', 'ünï 日本 😀\t\t', 'x'.repeat(40), 'last\t[]'];
const intact = segmentOf(rows);
// End of each line, including its newline.
const ends = rows.map((_, index) => segmentOf(rows.slice(0, index + 1)).length);
const lineAt = (byte: number) => ends.findIndex((end) => byte < end);

describe('readSegment', () => {
  it('returns an intact segment unchanged', async () => {
    const content = await readSegment(intact, batch);
    expect(content).toEqual({ lines: intact, rows: rows.length, damaged: 0, intactEnd: intact.length });
    expect(rowsOf(content.lines)).toEqual(rows);
    expect(intact.subarray(0, 19).toString()).toMatch(/^[0-9a-f]{8}\d{10}\t$/);
  });

  it('returns no rows for an empty segment or for a segment of a different batch', async () => {
    expect(await readSegment(Buffer.alloc(0), batch)).toMatchObject({ rows: 0, damaged: 0, intactEnd: 0 });
    expect(await readSegment(intact, 'another-0000000001')).toMatchObject({ rows: 0, intactEnd: 0 });
  });

  it('detects every flipped bit and loses at most the row that contains it', async () => {
    for (let bit = 0; bit < intact.length * 8; bit += 1) {
      const byte = bit >> 3;
      const flipped = Buffer.from(intact);
      flipped.writeUInt8(flipped.readUInt8(byte) ^ (1 << (bit & 7)), byte);
      const content = await readSegment(flipped, batch);
      const isNewline = ends.includes(byte + 1);
      const left = isNewline ? rows : rows.toSpliced(lineAt(byte), 1);
      expect(rowsOf(content.lines), `bit ${bit}`).toEqual(left);
      expect(content.rows).toBe(left.length);
      // Damage in the last line is reported as an incomplete end.
      expect(content.damaged + (content.intactEnd < intact.length ? 1 : 0), `bit ${bit}`).toBe(1);
    }
  });

  it('loses at most the row that contains a replaced byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(intact.length - 1), fc.integer({ min: 1, max: 255 }), async (byte, change) => {
        const damaged = Buffer.from(intact);
        damaged.writeUInt8(damaged.readUInt8(byte) ^ change, byte);
        const left = ends.includes(byte + 1) ? rows : rows.toSpliced(lineAt(byte), 1);
        expect(rowsOf((await readSegment(damaged, batch)).lines)).toEqual(left);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the lines before a truncation and returns their end', async () => {
    for (let length = 0; length <= intact.length; length += 1) {
      const content = await readSegment(intact.subarray(0, length), batch);
      const whole = ends.filter((end) => end <= length);
      expect(rowsOf(content.lines)).toEqual(rows.slice(0, whole.length));
      expect(content).toMatchObject({ intactEnd: whole.at(-1) ?? 0, damaged: 0 });
    }
  });

  it('loses exactly the rows that a hole of zeros touches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(intact.length - 1), fc.integer({ min: 1, max: 150 }), async (from, length) => {
        const to = Math.min(from + length, intact.length);
        const holed = Buffer.from(intact).fill(0, from, to);
        const left = rows.filter((_, index) => {
          const start = ends[index - 1] ?? 0;
          // A row survives the loss of its newline.
          const end = (ends[index] ?? 0) - 1;
          return to <= start || from >= end;
        });
        expect(rowsOf((await readSegment(holed, batch)).lines)).toEqual(left);
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns no rows for random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.nat(400), async (bytes, at) => {
        const noise = Buffer.concat([bytes, Buffer.from(`\t${batch}\t`), bytes.subarray(at)]);
        expect(await readSegment(noise, batch)).toMatchObject({ rows: 0, intactEnd: 0 });
      }),
    );
  });

  it('returns any text unchanged', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((one) => one.toWellFormed().replaceAll('\n', ' '));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 10 }), async (texts) => {
        const content = await readSegment(segmentOf(texts), batch);
        expect(content.rows).toBe(texts.length);
        if (texts.length > 0) expect(rowsOf(content.lines)).toEqual(texts);
      }),
    );
  });

  it('reads more lines than fit into one turn', async () => {
    const texts = Array.from({ length: 1_501 }, (_, index) => `row ${index}`);
    const content = await readSegment(segmentOf(texts), batch);
    expect(rowsOf(content.lines)).toEqual(texts);
  });
});
