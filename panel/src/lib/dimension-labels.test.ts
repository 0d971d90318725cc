import { expect, it } from 'vitest';
import { formatDimensionValue } from './dimension-labels.ts';

it('formatDimensionValue makes invisible characters in visitor data visible', () => {
  expect(formatDimensionValue('token1', 'shoes\u202e', undefined)).toBe('shoes[U+202E]');
  expect(formatDimensionValue('campaign', 'id', { id: 'Main\u200b' })).toBe('Main[U+200B]');
});
