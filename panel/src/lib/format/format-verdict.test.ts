import { inboxVerdicts } from '@waypost/contract/conversions/inbox-verdicts.ts';
import { expect, it } from 'vitest';
import { formatVerdict } from './format-verdict.ts';

it('formatVerdict shows a request without a verdict as waiting', () => {
  expect(formatVerdict(null)).toBe(inboxVerdicts.waiting);
});

it('formatVerdict has a different text for every verdict', () => {
  const texts = Object.keys(inboxVerdicts).map(formatVerdict);
  expect(new Set(texts).size).toBe(texts.length);
});
