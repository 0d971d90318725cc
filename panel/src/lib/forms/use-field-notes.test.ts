import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isLeft, readIssues, readNotes, withoutFields } from './use-field-notes.ts';

const nothing = {
  issues: {},
  refused: { issues: {}, typos: [] },
  warnings: [],
  left: new Set<string>(),
  isSubmitted: false,
};
const issues = { name: 'Is empty', 'rules.0.paths.1.weight': 'Is not a number' };
const typo = { path: 'url', message: '{clikid} is unknown', suggestion: '{clickid}' };

describe('errors from the contract', () => {
  it('are hidden before a field is left, but prevent saving', () => {
    const notes = readNotes({ ...nothing, issues });
    expect(notes.hasIssues).toBe(true);
    expect(notes.errorAt('name')).toBeUndefined();
    expect(notes.listErrors()).toEqual([]);
    expect(notes.hasErrorIn('rules')).toBe(false);
  });

  it('are shown only at fields that were left', () => {
    const notes = readNotes({ ...nothing, issues, left: new Set(['rules.0']) });
    expect(notes.errorAt('rules.0.paths.1.weight')).toBe('Is not a number');
    expect(notes.errorAt('name')).toBeUndefined();
    expect(notes.listErrors().map(({ path }) => path)).toEqual(['rules.0.paths.1.weight']);
  });

  it('are all shown after an attempt to save', () => {
    const notes = readNotes({ ...nothing, issues, isSubmitted: true });
    expect(notes.listErrors()).toEqual([
      { path: 'name', message: 'Is empty' },
      { path: 'rules.0.paths.1.weight', message: 'Is not a number' },
    ]);
  });

  it.each([
    ['rules', true],
    ['rules.0', true],
    ['rules.0.paths.1.weight', true],
    ['rules.0.paths.1.weight.x', false],
    ['rules.1', false],
    ['rule', false],
  ])('are found in the part %s of the form: %s', (path, expected) => {
    expect(readNotes({ ...nothing, issues, isSubmitted: true }).hasErrorIn(path)).toBe(expected);
  });

  it('are absent if the body is valid', () => {
    const notes = readNotes({ ...nothing, isSubmitted: true });
    expect([notes.hasIssues, notes.listErrors()]).toEqual([false, []]);
  });
});

describe('errors from the server', () => {
  const refused = { issues: { name: 'Is taken', 'caps.0.limit': 'Is too large' }, typos: [typo] };

  it('are shown immediately and replace errors from the contract', () => {
    const notes = readNotes({ ...nothing, issues, refused, isSubmitted: true });
    expect(notes.errorAt('name')).toBe('Is taken');
    expect(readNotes({ ...nothing, refused }).errorAt('caps.0.limit')).toBe('Is too large');
  });

  it('do not prevent the next save', () => {
    expect(readNotes({ ...nothing, refused }).hasIssues).toBe(false);
  });

  it('are listed once for each field', () => {
    const notes = readNotes({ ...nothing, issues, refused, isSubmitted: true });
    expect(notes.listErrors().filter(({ path }) => path === 'name')).toHaveLength(1);
  });

  it.each([
    [true, 'each belongs to a field', { name: '', caps: [] }],
    [false, 'one belongs to no field', { name: '' }],
  ])('are all placed: %s, if %s', (expected, _, fields) => {
    expect(readNotes({ ...nothing, refused }).isPlaced(fields)).toBe(expected);
  });

  it('do not count as placed if there are none, because the error is then about the whole form', () => {
    expect(readNotes(nothing).isPlaced({ name: '' })).toBe(false);
  });

  it('offer to correct a typo only at its field', () => {
    const notes = readNotes({ ...nothing, refused });
    expect(notes.typoAt('url')).toEqual({ written: '{clikid}', meant: '{clickid}' });
    expect(notes.typoAt('name')).toBeUndefined();
  });

  it('are removed from a changed field and from everything inside it', () => {
    expect(withoutFields(refused, { caps: [] })).toEqual({ issues: { name: 'Is taken' }, typos: [typo] });
    expect(withoutFields(refused, { url: '' })).toEqual({ issues: refused.issues, typos: [] });
  });
});

it('readNotes returns the stored warnings of a field', () => {
  const warnings = [typo, { path: 'name', message: 'is used twice' }];
  expect(readNotes({ ...nothing, warnings }).warningsAt('name')).toEqual([warnings[1]]);
});

it('readIssues returns the first issue of each field, capitalized', () => {
  const schema = z.object({
    name: z
      .string()
      .min(3, 'is too short')
      .regex(/^[a-z]+$/, 'is not a word'),
    caps: z.array(z.object({ limit: z.number('is not a number') })),
  });
  expect(readIssues(schema.safeParse({ name: '1', caps: [{ limit: 1 }, { limit: 'x' }] }))).toEqual({
    name: 'Is too short',
    'caps.1.limit': 'Is not a number',
  });
  expect(readIssues(schema.safeParse({ name: 'abc', caps: [] }))).toEqual({});
});

it('isLeft includes everything below a path that was left, and nothing else', () => {
  const left = new Set(['name', 'rules.1.paths']);
  const paths = ['name', 'rules.1.paths', 'rules.1.paths.0.weight', 'rules.1', 'rules.10.paths', 'names'];
  expect(paths.filter((path) => isLeft(left, path))).toEqual([
    'name',
    'rules.1.paths',
    'rules.1.paths.0.weight',
  ]);
});
