import { describe, expect, it } from 'vitest';
import { chooseTicks, drawPlot } from './draw-plot.ts';

describe('drawPlot', () => {
  const svg = drawPlot({
    title: 'Memory <of> "one" & all',
    unit: 'MB',
    judgedFromSeconds: 300,
    lines: [
      { label: 'edge', points: [0, 300, 600].map((seconds) => ({ seconds, value: seconds / 6 })) },
      { label: 'worker', points: [] },
    ],
  });

  it('draws each line from the left to the right, with larger values higher', () => {
    expect(svg).toContain('points="56,268 398,165 740,62"');
    expect(svg.match(/<polyline/g)).toHaveLength(2);
  });

  it('marks the judged part', () => {
    expect(svg).toContain('<rect class="judged" x="398" y="62" width="342"');
  });

  it('escapes the title and labels both axes', () => {
    expect(svg).toContain('Memory &lt;of> &quot;one&quot; &amp; all (MB)');
    expect(svg).toContain('>100</text>');
    expect(svg).toContain('>10 min</text>');
  });

  it('follows the color scheme', () => {
    expect(svg).toContain('@media(prefers-color-scheme:dark){text{fill:');
  });

  it('draws an empty plot without points', () => {
    expect(drawPlot({ title: 'T', unit: 's', judgedFromSeconds: 0, lines: [] })).not.toMatch(/NaN|Infinity/);
  });
});

describe('chooseTicks', () => {
  it.each([
    [100, [0, 50, 100]],
    [7, [0, 2, 4, 6, 8]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [0, [0, 0.5]],
  ])('divides 0 to %j into %j', (maximum, ticks) => {
    expect(chooseTicks(maximum)).toEqual(ticks);
  });
});
