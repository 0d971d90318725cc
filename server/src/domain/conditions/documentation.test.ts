import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  conditionOperators,
  goalFields,
  rotatorConditions,
  rotatorFields,
} from '@waypost/contract/conditions/conditions.ts';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/conditions.md'), 'utf8');

// Returns all names that are in backquotes in a section of the page.
function namesIn(heading: string): Set<string> {
  const start = page.indexOf(`## ${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const section = page.slice(start, page.indexOf('\n## ', start + 1));
  return new Set([...section.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

describe('docs/conditions.md', () => {
  it('has a valid example', () => {
    const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
    expect(rotatorConditions.parse(example)).toEqual(example);
  });

  it('lists every operator', () => {
    expect([...namesIn('Operators')]).toEqual(expect.arrayContaining([...conditionOperators]));
  });

  it('lists every field of rotator rules', () => {
    const fields = Object.keys(rotatorFields).filter((name) => !/^token([2-9]|1[0-4])$/.test(name));
    expect([...namesIn('Fields of rotator rules')]).toEqual(expect.arrayContaining(fields));
  });

  it('lists every field of goal rules', () => {
    expect([...namesIn('Fields of goal rules')]).toEqual(expect.arrayContaining(Object.keys(goalFields)));
  });
});
