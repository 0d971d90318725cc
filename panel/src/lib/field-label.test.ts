import { expect, it } from 'vitest';
import { fieldLabel } from './field-label.ts';

it.each([
  ['label', 'label'],
  ['retention.visitDays', 'retention, visit days'],
  ['fallbackUrl', 'fallback URL'],
  ['rates.USD', 'rates, USD'],
])('fieldLabel: %s reads "%s"', (path, label) => {
  expect(fieldLabel(path)).toBe(label);
});
