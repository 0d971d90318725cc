import { afterEach, describe, expect, it } from 'vitest';
import { writeSteps } from './draft.ts';
import { readKept } from './use-history.ts';

const values = { name: 'Summer' };
const history = { version: 3, past: [{ name: 'Spring' }], future: [{ name: 'Autumn' }], tag: 'name' };

afterEach(() => writeSteps('k', undefined));

describe('readKept', () => {
  it('restores the steps of a form that still has the values for which they were recorded', () => {
    writeSteps('k', { history, values });
    const kept = readKept('k', { values: { ...values }, version: 3 });
    expect([kept.past, kept.future]).toEqual([history.past, history.future]);
  });

  it('starts a new step after the restored steps, even in the same field', () => {
    writeSteps('k', { history, values });
    expect(readKept('k', { values, version: 3 }).tag).toBeUndefined();
  });

  it('has no steps if the values have changed since, for example because the draft was lost', () => {
    writeSteps('k', { history, values });
    expect(readKept('k', { values: { name: 'Spring' }, version: 4 })).toEqual({
      version: 4,
      past: [],
      future: [],
      tag: undefined,
    });
  });

  it('has no steps if none were kept for this form', () => {
    writeSteps('k', { history, values });
    expect(readKept('other', { values, version: 3 }).past).toEqual([]);
  });
});
