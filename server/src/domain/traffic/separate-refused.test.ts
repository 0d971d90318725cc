import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { separateRefused } from './separate-refused.ts';

// Rejects lines with an exclamation mark and counts the calls.
function createProbe(): { probe: (lines: Buffer) => Promise<string | undefined>; calls: () => number } {
  let calls = 0;
  const probe = async (lines: Buffer) => {
    calls += 1;
    return lines.includes('!') ? 'exclaims' : undefined;
  };
  return { probe, calls: () => calls };
}

describe('separateRefused', () => {
  it('separates rejected lines and keeps all other lines in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.stringMatching(/^[a-c!]{0,3}$/), { maxLength: 40 }), async (lines) => {
        const body = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const { accepted, refused } = await separateRefused(body, createProbe().probe);
        const isRefused = (line: string) => line.includes('!');
        const good = lines.filter((line) => !isRefused(line)).map((line) => `${line}\n`);
        expect(accepted.toString()).toBe(good.join(''));
        expect(refused).toEqual(lines.filter(isRefused).map((line) => ({ line, reason: 'exclaims' })));
      }),
    );
  });

  it('keeps a rejected line unchanged, including trailing empty cells', async () => {
    const { refused } = await separateRefused(Buffer.from('a\t \t\nbad!\t\t\n!'), createProbe().probe);
    expect(refused.map(({ line }) => line)).toEqual(['bad!\t\t', '!']);
  });

  it('finds one invalid line among ten thousand with few calls', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => (index === 7_654 ? 'bad!' : 'good'));
    const { probe, calls } = createProbe();
    const { refused } = await separateRefused(Buffer.from(`${lines.join('\n')}\n`), probe);
    expect(refused).toHaveLength(1);
    expect(calls()).toBeLessThan(30);
  });

  it('rethrows an error that is not about the lines', async () => {
    const probe = async () => {
      throw new Error('away');
    };
    await expect(separateRefused(Buffer.from('a\n'), probe)).rejects.toThrow('away');
  });
});
