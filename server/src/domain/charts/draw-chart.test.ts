import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawChart } from './draw-chart.ts';
import { layoutChart } from './layout-chart.ts';

const days = (...values: (number | null)[]) =>
  values.map((value, at) => ({ label: `2026-11-${String(at + 1).padStart(2, '0')}`, value, before: null }));
const textsOf = (ticks: readonly { text: string }[]) => ticks.map(({ text }) => text);

describe('layoutChart', () => {
  it.each([
    [[0, 87], false, ['0', '50', '100']],
    [[-1_200, 3_000], false, ['-2K', '0', '2K', '4K']],
    [[0.02, 0.07], true, ['0%', '2%', '4%', '6%', '8%']],
    [[0, 0], false, ['0', '0.5', '1']],
    [[null, null], false, ['0', '0.5', '1']],
  ])('chooses round values for %j', (values, isPercent, texts) => {
    expect(textsOf(layoutChart(days(...values), isPercent).ticks)).toEqual(texts);
  });

  it('interrupts the line at missing values', () => {
    const { line } = layoutChart(days(1, 2, null, 4, null), false);
    expect(line.map((points) => points.length)).toEqual([2, 1]);
  });

  it('labels at most six days, and the hours of a single day', () => {
    const { dates } = layoutChart(days(...Array.from({ length: 28 }, () => 1)), false);
    expect(textsOf(dates)).toEqual(['1 Nov', '6 Nov', '11 Nov', '16 Nov', '21 Nov', '26 Nov']);
    const hours = Array.from({ length: 24 }, (_, at) => ({
      label: `2026-11-16 ${String(at).padStart(2, '0')}:00`,
      value: 1,
      before: null,
    }));
    expect(textsOf(layoutChart(hours, false).dates)).toEqual([
      '00:00',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
      '20:00',
    ]);
  });

  it('draws a single point and no points', () => {
    expect(layoutChart(days(3), false).line).toHaveLength(1);
    expect(layoutChart([], false).line).toEqual([]);
  });
});

describe('drawChart', () => {
  it('returns a PNG image with a blue line', () => {
    const png = drawChart(layoutChart(days(1, 5, 2, null, 7), false));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect([width, height]).toEqual([1_280, 440]);
    const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
    const rows = inflateSync(data);
    expect(rows).toHaveLength((width * 3 + 1) * height);
    // Undoes the filter, which stores differences from the row above.
    const above = new Uint8Array(width * 3);
    let blue = 0;
    for (let y = 0; y < height; y += 1)
      for (let at = 0; at < above.length; at += 1) {
        above[at] = (above[at] ?? 0) + (rows[y * (above.length + 1) + 1 + at] ?? 0);
        if (at % 3 === 2 && above[at - 2] === 25 && above[at - 1] === 113 && above[at] === 194) blue += 1;
      }
    expect(blue).toBeGreaterThan(1_500);
  });
});
