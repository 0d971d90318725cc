import { describe, expect, it } from 'vitest';
import { actorChoices } from './actor-choices.ts';
import { formatActor } from './format-actor.ts';

describe('actorChoices', () => {
  const members = [{ id: 'u1', email: 'ann@example.com' }];
  const rows = [{ actor: { id: 'u2', label: 'former@example.com' } }];
  const other = (chosen: string | undefined) =>
    actorChoices(chosen, members, rows).find(({ group }) => group === 'Other')?.items;

  it('offers actor types and current members', () => {
    const groups = actorChoices(undefined, members, rows);
    expect(groups.map(({ group }) => group)).toEqual(['Actor type', 'Members']);
    expect(groups[1]?.items).toEqual([{ value: 'u1', label: 'ann@example.com' }]);
  });

  it.each(['user', 'system', 'u1'])('offers no other actor if %s is selected', (chosen) => {
    expect(other(chosen)).toBeUndefined();
  });

  it('also offers a selected former member under the name in the audit log entries', () => {
    expect(other('u2')).toEqual([{ value: 'u2', label: 'former@example.com' }]);
  });

  it('offers a selected actor that has no entries as an unknown actor', () => {
    expect(other('u3')).toEqual([{ value: 'u3', label: 'Unknown actor' }]);
    expect(actorChoices('u3', members, undefined)).toHaveLength(3);
  });
});

it.each([
  ['user', 'ann@example.com', 'ann@example.com'],
  ['key', 'Export', 'API key Export'],
  ['agent', 'Claude', 'AI agent Claude'],
  ['operator', 'root', 'Operator root'],
  ['system', 'anything', 'Waypost'],
] as const)('formatActor names a %s called %s: %s', (type, label, text) => {
  expect(formatActor({ type, label })).toBe(text);
});
