import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormDraft } from './draft.ts';
import {
  applySaved,
  buildSaveBody,
  discardChanges,
  findConflict,
  initialState,
  isChanged,
  isFieldChanged,
  meetNewVersion,
  resolveConflict,
  type Theirs,
} from './form-state.ts';

type Values = { name: string; url: string; caps: { limit: number }[] };

const base: Values = { name: 'Spring', url: 'https://a.example', caps: [] };
const draft = (change: Partial<Values>, version: number | undefined = 3): FormDraft<Values> => ({
  version,
  base,
  values: { ...base, ...change },
});
const theirs = (change: Partial<Values>, version = 4): Theirs<Values> => ({
  values: { ...base, ...change },
  version,
  changedAt: null,
  changedBy: null,
});
const saved = (change: Partial<Values>, version = 4) => {
  const values = { ...base, ...change };
  return { version, base: values, values };
};

// Uses only a few different values, so that two sides often make the same change.
const anyValues = fc.record({
  name: fc.constantFrom('Spring', 'Summer', ''),
  url: fc.constantFrom('https://a.example', 'https://b.example', ''),
  caps: fc.array(fc.record({ limit: fc.integer({ min: 1, max: 2 }) }), { maxLength: 2 }),
});
const names = ['name', 'url', 'caps'] as const;

describe('initialState', () => {
  const formSchema = {
    empty: base,
    read: ({ title }: { title: string; version: number }) => ({ ...base, name: title }),
  };

  it('shows the saved values of a record', () => {
    const state = initialState(formSchema, { title: 'Saved', version: 7 }, undefined);
    expect(state).toEqual({
      version: 7,
      base: { ...base, name: 'Saved' },
      values: { ...base, name: 'Saved' },
    });
  });

  it('ignores suggested values for an existing record', () => {
    const state = initialState(formSchema, { title: 'Saved', version: 7 }, { ...base, name: 'Suggested' });
    expect(state.values.name).toBe('Saved');
    expect(isChanged(state)).toBe(false);
  });

  it('shows an empty form for a new record, without unsaved changes', () => {
    const state = initialState(formSchema, undefined, undefined);
    expect(state).toEqual({ version: undefined, base, values: base });
    expect(isChanged(state)).toBe(false);
  });

  it('treats suggested values for a new record as unsaved changes', () => {
    const state = initialState(formSchema, undefined, { ...base, name: 'Copy of Spring' });
    expect(isChanged(state)).toBe(true);
    expect(isFieldChanged(state, 'name')).toBe(true);
    expect(isFieldChanged(state, 'url')).toBe(false);
  });
});

describe('isChanged', () => {
  it.each<[string, Partial<Values>, boolean]>([
    ['nothing was typed', {}, false],
    ['a list was replaced by an equal list', { caps: [] }, false],
    ['a string differs only by a trailing space', { name: 'Spring ' }, true],
    ['an item was added', { caps: [{ limit: 1 }] }, true],
    ['a field was cleared', { url: '' }, true],
  ])('returns $2 if $0', (_, change, expected) => {
    expect(isChanged(draft(change))).toBe(expected);
  });
});

describe('meetNewVersion', () => {
  it('shows the newer version if nothing was typed', () => {
    expect(meetNewVersion(draft({}), saved({ name: 'Theirs' }))).toEqual({
      state: saved({ name: 'Theirs' }),
    });
  });

  it('keeps typed values if the newer version changes no field in the form', () => {
    expect(meetNewVersion(draft({ name: 'Mine' }), saved({}))).toEqual({
      state: { version: 4, base, values: { ...base, name: 'Mine' } },
    });
  });

  it('reports no conflict and no unsaved changes if someone else saved the typed values', () => {
    const met = meetNewVersion(draft({ name: 'Same' }), saved({ name: 'Same' }));
    if (!('state' in met)) throw new Error('expected no conflict');
    expect(met.state.version).toBe(4);
    expect(isChanged(met.state)).toBe(false);
  });

  it('reports a conflict if someone else changed the same field', () => {
    expect(meetNewVersion(draft({ name: 'Mine' }), saved({ name: 'Theirs' }))).toEqual({
      theirs: theirs({ name: 'Theirs' }),
    });
  });

  it('reports a conflict if someone else changed a different field, so that a save does not revert it', () => {
    expect(meetNewVersion(draft({ name: 'Mine' }), saved({ url: 'https://b.example' }))).toEqual({
      theirs: theirs({ url: 'https://b.example' }),
    });
  });

  it("loses neither typed values nor other people's changes", () => {
    fc.assert(
      fc.property(anyValues, anyValues, (mine, other) => {
        const state = { version: 3, base, values: mine };
        const met = meetNewVersion(state, { version: 4, base: other, values: other });
        if ('theirs' in met) return;
        for (const name of names) {
          if (isFieldChanged(state, name)) expect(met.state.values[name]).toEqual(mine[name]);
          else expect(met.state.values[name]).toEqual(other[name]);
        }
      }),
    );
  });
});

describe('findConflict', () => {
  it('returns undefined without a newer version', () => {
    expect(findConflict(draft({ name: 'Mine' }), undefined)).toBeUndefined();
  });

  it('lists the fields to decide, the person and the time', () => {
    const told = {
      ...theirs({ name: 'Theirs', caps: [{ limit: 5 }] }),
      changedAt: '2026-11-18',
      changedBy: 'anna',
    };
    expect(findConflict(draft({ name: 'Mine', url: '' }), told)).toEqual({
      version: 4,
      changedAt: '2026-11-18',
      changedBy: 'anna',
      sides: { base, mine: { ...base, name: 'Mine', url: '' }, theirs: told.values },
      fields: [
        { name: 'name', isMineToo: true },
        { name: 'caps', isMineToo: false },
      ],
    });
  });

  it('lists no field once the same value is typed', () => {
    expect(findConflict(draft({ name: 'Theirs' }), theirs({ name: 'Theirs' }))?.fields).toEqual([]);
  });
});

describe('resolveConflict', () => {
  const conflictOf = (mine: Values, other: Values) => {
    const found = findConflict({ version: 3, base, values: mine }, { ...theirs({}), values: other });
    if (found === undefined) throw new Error('expected a conflict');
    return found;
  };

  it("continues from the other person's version, so that the next save is accepted", () => {
    const conflict = conflictOf({ ...base, name: 'Mine' }, { ...base, name: 'Theirs' });
    const resolved = resolveConflict(conflict, { name: 'mine' });
    expect(resolved).toEqual({
      version: 4,
      base: { ...base, name: 'Theirs' },
      values: { ...base, name: 'Mine' },
    });
    expect(buildSaveBody(resolved.values, { ...resolved, isWhole: undefined })).toEqual({
      name: 'Mine',
      version: 4,
    });
  });

  it("leaves no unsaved changes if all of the other person's values are chosen", () => {
    const conflict = conflictOf({ ...base, name: 'Mine' }, { ...base, name: 'Theirs', url: '' });
    expect(isChanged(resolveConflict(conflict, { name: 'theirs', url: 'theirs' }))).toBe(false);
  });

  it('takes each differing field from the chosen side, and all others from the form', () => {
    const side = fc.constantFrom('mine' as const, 'theirs' as const);
    fc.assert(
      fc.property(
        anyValues,
        anyValues,
        fc.record({ name: side, url: side, caps: side }),
        (mine, other, choices) => {
          const conflict = conflictOf(mine, other);
          const differing = new Set<string>(conflict.fields.map(({ name }) => name));
          const { values } = resolveConflict(conflict, choices);
          for (const name of names) {
            const isTheirs = differing.has(name) && choices[name] === 'theirs';
            expect(values[name]).toEqual((isTheirs ? other : mine)[name]);
          }
        },
      ),
    );
  });
});

describe('applySaved', () => {
  const sent = { ...base, name: ' Mine ' };

  it('shows the values as the server saved them', () => {
    const stored = { ...base, name: 'Mine' };
    const state = applySaved({ version: 3, base, values: sent }, { base: stored, version: 4 }, sent);
    expect(state).toEqual({ version: 4, base: stored, values: stored });
  });

  it('keeps input typed after the save was sent, as a change to the saved version', () => {
    const typed = { ...sent, url: 'https://later.example' };
    const stored = { ...base, name: 'Mine' };
    const state = applySaved({ version: 3, base, values: typed }, { base: stored, version: 4 }, sent);
    expect(state).toEqual({ version: 4, base: stored, values: typed });
    expect(isChanged(state)).toBe(true);
  });
});

describe('discardChanges', () => {
  it('returns to the version on which the form is based', () => {
    expect(discardChanges(draft({ name: 'Mine' }), undefined)).toEqual({ version: 3, base, values: base });
  });

  it("shows the other person's version if there is a conflict", () => {
    expect(discardChanges(draft({ name: 'Mine' }), theirs({ name: 'Theirs' }))).toEqual(
      saved({ name: 'Theirs' }),
    );
  });

  it('empties the form of a new record', () => {
    expect(discardChanges({ ...draft({ name: 'Copy' }), version: undefined }, undefined)).toEqual({
      version: undefined,
      base,
      values: base,
    });
  });
});

describe('buildSaveBody', () => {
  it('sends all fields of a new record, without a version', () => {
    const state = { ...draft({ name: 'New' }), version: undefined, isWhole: undefined };
    expect(buildSaveBody(state.values, state)).toEqual({ ...base, name: 'New' });
  });

  it('sends only changed fields, with the values that the API expects', () => {
    const state = { ...draft({ url: '' }), isWhole: undefined };
    expect(buildSaveBody({ name: 'Spring', url: null, caps: [] }, state)).toEqual({ url: null, version: 3 });
  });

  it('sends all fields if the API removes those left out', () => {
    const state = { ...draft({ url: '' }), isWhole: true as const };
    expect(buildSaveBody(state.values, state)).toEqual({ ...base, url: '', version: 3 });
  });

  it('sends exactly the fields that differ from the saved values', () => {
    fc.assert(
      fc.property(anyValues, anyValues, (before, after) => {
        const state = { version: 3, base: before, values: after, isWhole: undefined };
        const { version, ...change } = buildSaveBody(after, state);
        expect(version).toBe(3);
        expect({ ...before, ...change }).toEqual(after);
        for (const name of Object.keys(change))
          expect(after).not.toHaveProperty(name, before[name as keyof Values]);
      }),
    );
  });
});
