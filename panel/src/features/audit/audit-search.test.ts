import { anything, assert, dictionary, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { readAuditSearch } from './audit-search.ts';
import { formatActor } from './format-actor.ts';
import { actionKinds, formatAction } from './format-action.ts';

it('readAuditSearch keeps known parameters with text values and drops everything else', () => {
  const search = { actor: 'user', action: 'campaign.update', subjectId: 's', range: 'today', open: '7' };
  expect(readAuditSearch({ ...search, page: 'x' })).toEqual(search);
  expect(readAuditSearch({ actor: '', action: 7, subjectId: null, range: ['x'], open: undefined })).toEqual(
    {},
  );
});

it('readAuditSearch returns its own result unchanged, for any parameters', () => {
  assert(
    property(dictionary(string(), anything()), (search) => {
      const read = readAuditSearch(search);
      expect(readAuditSearch(read)).toEqual(read);
    }),
  );
});

it.each([
  ['user', 'ada@example.com', 'ada@example.com'],
  ['key', 'Nightly report', 'API key Nightly report'],
  ['agent', 'Claude', 'AI agent Claude'],
  ['operator', 'root', 'Operator root'],
  ['system', 'system', 'Waypost'],
] as const)('formatActor formats the %s %s as "%s"', (type, label, text) => {
  expect(formatActor({ type, label })).toBe(text);
});

it('formatAction returns text that starts with a capital letter and has no dots, for known and unknown actions', () => {
  for (const kind of Object.keys(actionKinds))
    for (const verb of ['create', 'put-back', 'later-verb'])
      expect(formatAction(`${kind}.${verb}`)).toMatch(/^[A-Z][^.]+$/);
  expect(formatAction('')).toBe('');
  expect(formatAction('campaign')).toBe('Campaign');
});
