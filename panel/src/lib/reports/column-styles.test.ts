import { columnStyles, type ColumnFormat } from '@waypost/contract/reports/column-formats.ts';
import { describe, expect, it } from 'vitest';
import { columnLooks, findFormat } from './column-styles.ts';

// Backgrounds of rows, and of rows under the pointer.
const surfaces = { light: ['#ffffff', '#f1f3f5'], dark: ['#15181d', '#2e2e2e'] };

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

describe('columnLooks', () => {
  it.each(columnStyles.flatMap((style) => [[style, 'light'] as const, [style, 'dark'] as const]))(
    '%s is readable in the %s theme',
    (style, theme) => {
      const { text, fill } = columnLooks[style];
      const backgrounds = fill === undefined ? surfaces[theme] : [fill[theme]];
      for (const background of backgrounds)
        expect(contrast(text[theme], background), background).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe('findFormat', () => {
  const formats: ColumnFormat[] = [
    { metric: 'roi', op: 'gt', value: 0.5, style: 'green-fill' },
    { metric: 'roi', op: 'gt', value: 0.2, style: 'green-text' },
    { metric: 'profit', op: 'lt', value: 0, style: 'red-text' },
  ];

  it.each([
    ['roi', 0.6, 'green-fill'],
    ['roi', 0.5, 'green-text'],
    ['roi', 0.2, undefined],
    ['profit', -0.01, 'red-text'],
    ['profit', 0, undefined],
    ['profit', null, undefined],
    ['cost', -1, undefined],
  ])('for %s = %s, returns the style %s', (metric, value, style) => {
    expect(findFormat(formats, metric, value)?.style).toBe(style);
  });
});
