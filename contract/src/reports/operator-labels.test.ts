import { expect, it } from 'vitest';
import { opsOf } from './operator-labels.ts';

it('opsOf returns the operators that the API accepts', () => {
  expect(opsOf('visits')).toEqual(['gt', 'lt']);
  expect(opsOf('token1')).toContain('contains');
  expect(opsOf('tag')).toContain('startsWith');
  expect(opsOf('city')).toContain('notContains');
  for (const field of ['country', 'campaign', 'deviceType'] as const)
    expect(opsOf(field)).toEqual(['is', 'isNot']);
  for (const field of ['day', 'configVersion'] as const)
    expect(opsOf(field)).toEqual(['is', 'isNot', 'gt', 'lt']);
});
