import { describe, expect, it } from 'vitest';
import type { TimePoint } from '@waypost/contract/reports/time-series.ts';
import { axesOf, formatPoint, seriesOf, signedColor, type DrawnLines } from './chart-options.ts';

const colors = { text: '#111', dimmed: '#999', line: '#eee', surface: '#fff', good: '#0a0', bad: '#a00' };
const point = (label: string, value: number | null = 1, before: number | null = 2): TimePoint => ({
  label,
  value,
  before,
});
const lines = (points: TimePoint[], hasBefore = true): DrawnLines => ({
  points,
  format: (value) => (value === null ? '–' : `${value} visits`),
  names: { now: '17 Nov', before: '16 Nov' },
  hasBefore,
  runningAt: -1,
  isSigned: false,
  scheme: 'light',
});
const labelsOf = (labels: string[]) => {
  const { xAxis } = axesOf(lines(labels.map((label) => point(label))), colors);
  return xAxis.data.map((label) => xAxis.axisLabel.formatter(label));
};

describe('axesOf', () => {
  it('shortens days to day and month', () => {
    expect(labelsOf(['2026-11-16', '2026-11-17'])).toEqual(['16 Nov', '17 Nov']);
  });

  it('shows only the hour within one day, and the day and the hour across several days', () => {
    expect(labelsOf(['2026-11-16 22:00', '2026-11-16 23:00'])).toEqual(['22:00', '23:00']);
    expect(labelsOf(['2026-11-16 23:00', '2026-11-17 00:00'])).toEqual(['16 Nov, 23:00', '17 Nov, 00:00']);
  });

  it('keeps both hours with the same label when the clocks go back', () => {
    expect(labelsOf(['2026-10-25 02:00', '2026-10-25 02:00'])).toEqual(['02:00', '02:00']);
  });

  it('formats values in the unit of the metric', () => {
    const { yAxis } = axesOf(lines([]), colors);
    expect(yAxis.axisLabel.formatter(5)).toBe('5 visits');
  });
});

describe('seriesOf', () => {
  const points = [point('2026-11-16', 1, 5), point('2026-11-17', null, 6)];

  it('draws both periods, with gaps where a value is missing', () => {
    const [now, , before] = seriesOf(lines(points), colors);
    expect([now?.name, now?.data, now?.connectNulls]).toEqual(['17 Nov', [1, null], false]);
    expect([before?.name, before?.data]).toEqual(['16 Nov', [5, 6]]);
  });

  it('draws no line for the previous period if there is none', () => {
    expect(seriesOf(lines(points, false), colors)[2]?.data).toEqual([]);
  });

  it('marks a single point, which would not be visible as a line', () => {
    const days = [point('2026-11-15'), point('2026-11-16')];
    const isMarked = (count: number) => seriesOf(lines(days.slice(0, count)), colors)[0]?.showSymbol;
    expect([isMarked(1), isMarked(2)]).toEqual([true, false]);
  });

  it('draws the period that is not over as a dashed line to a marked point', () => {
    const three = ['2026-11-14', '2026-11-15', '2026-11-16'].map((label, at) => point(label, at));
    const [complete, running] = seriesOf({ ...lines(three), runningAt: 2 }, colors);
    expect([complete?.data, running?.data]).toEqual([
      [0, 1, null],
      [null, 1, 2],
    ]);
    expect(seriesOf(lines(three), colors)[1]?.data).toEqual([null, null, null]);
  });
});

describe('signedColor', () => {
  it('is one color for values of one sign', () => {
    expect([signedColor([1, null, 0], colors), signedColor([-1, -2], colors)]).toEqual(['#0a0', '#a00']);
    expect(signedColor([], colors)).toBe('#0a0');
  });

  it('changes at zero', () => {
    const color = signedColor([3, null, -1], colors);
    expect(typeof color === 'string' ? [] : color.colorStops.map(({ offset }) => offset)).toEqual([
      0, 0.75, 0.75, 1,
    ]);
  });
});

describe('formatPoint', () => {
  const drawn = lines([point('2026-11-16', 1, 5), point('2026-11-17', null, 6)]);

  it('lists both values of the point', () => {
    expect(formatPoint([{ dataIndex: 0 }, { dataIndex: 0 }], drawn)).toBe(
      '16 Nov 2026\n17 Nov: 1 visits\n16 Nov: 5 visits',
    );
    expect(formatPoint({ dataIndex: 1 }, drawn)).toContain('17 Nov: –');
  });

  it('says that a period is not over', () => {
    expect(formatPoint({ dataIndex: 1 }, { ...drawn, runningAt: 1 })).toContain('17 Nov 2026, so far');
  });

  it('leaves out the previous period if there is none', () => {
    expect(formatPoint([{ dataIndex: 0 }], { ...drawn, hasBefore: false })).toBe(
      '16 Nov 2026\n17 Nov: 1 visits',
    );
  });

  it.each([[[]], [undefined], [[{ dataIndex: 2 }]], [[{}]]])(
    'returns an empty string for %j, which is not a point on the line',
    (shown) => {
      expect(formatPoint(shown, drawn)).toBe('');
    },
  );
});
