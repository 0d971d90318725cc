import { describe, expect, it } from 'vitest';
import { goalsFormSchema, newGoalRule } from './goals-form-schema.ts';
import { buildTrial, draftRules, formatInboxEntry } from './incoming-postback-test.ts';

const input = { by: 'typed' as const, url: '', body: '', inboxId: '' };
const draft = { campaignId: 'c1', rules: [] };
const build = (change: Partial<Parameters<typeof buildTrial>[2]>) =>
  buildTrial('c1', [], { ...input, ...change });

describe('buildTrial', () => {
  it('tests a typed URL with the rules in the editor', () => {
    expect(build({ url: ' cid=1&event=sale ' })).toEqual({
      url: 'cid=1&event=sale',
      campaignId: 'c1',
      draft,
    });
  });

  it('sends the body unchanged, because white space may be part of it', () => {
    expect(build({ url: '/e/key', body: ' {"cid":"1"}\n' })?.body).toBe(' {"cid":"1"}\n');
  });

  it('leaves out an empty body', () => {
    expect(build({ url: 'cid=1', body: ' \n' })).not.toHaveProperty('body');
  });

  it('tests a body without URL parameters', () => {
    expect(build({ body: 'cid=1' })).toEqual({ url: '?', campaignId: 'c1', draft, body: 'cid=1' });
  });

  it('tests a recent postback instead of the typed one', () => {
    expect(build({ by: 'inbox', inboxId: 'i1', url: 'cid=1' })).toEqual({ inboxId: 'i1', draft });
  });

  it.each([
    ['no postback is typed', { url: ' ', body: '\n' }],
    ['no recent postback is selected', { by: 'inbox' as const, url: 'cid=1' }],
  ])('returns no request if %s', (_, change) => {
    expect(build(change)).toBeUndefined();
  });

  it('returns no request while the rules are invalid', () => {
    expect(buildTrial('c1', undefined, { ...input, url: 'cid=1' })).toBeUndefined();
  });
});

describe('draftRules', () => {
  const rule = newGoalRule({ rules: [] });

  it('returns the rules as the API expects them', () => {
    const values = { rules: [rule] };
    expect(draftRules(values)).toEqual(goalsFormSchema.write(values).rules);
  });

  it.each([
    ['has no actions', { actions: [] }],
    ['has an amount that is not a number', { payoutFixed: 'many' }],
  ])('returns undefined while a rule %s', (_, change) => {
    const actions = rule.actions.map((action) => ({ ...action, payoutType: 'fixed' as const, ...change }));
    expect(draftRules({ rules: [{ ...rule, actions, ...change }] })).toBeUndefined();
  });
});

it.each([
  ['its query', 'cid=1', null, 'cid=1'],
  ['its query and body', 'cid=1', '{"event":"sale"}', 'cid=1 {"event":"sale"}'],
  ['its body', '', 'cid=1', 'cid=1'],
])('formatInboxEntry shows a postback with %s', (_, query, body, request) => {
  const receivedAt = '2026-11-01T10:00:00.000Z';
  const text = formatInboxEntry({ receivedAt, verdict: 'no-visit', query, body });
  expect(text).toContain('01/11/2026');
  expect(text.endsWith(`, No visit: ${request}`)).toBe(true);
});
