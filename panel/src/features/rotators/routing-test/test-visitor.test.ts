import { expect, it } from 'vitest';
import type { PanelVisitEvent } from '../../../lib/api/api.ts';
import { toEvaluationInput, emptyTestVisitor, visitorOf } from './test-visitor.ts';

it('toEvaluationInput sends only known values', () => {
  expect(
    toEvaluationInput({
      ...emptyTestVisitor,
      country: 'DE',
      link: 'https://t.example/c/abc?site=news&bid=0.1',
    }),
  ).toEqual({
    visitor: { country: 'DE' },
    params: { site: 'news', bid: '0.1' },
    unique: { campaign: true, path: true, workspace: true },
  });
  expect(toEvaluationInput({ ...emptyTestVisitor, link: 'site=news', isNew: false })).toMatchObject({
    params: { site: 'news' },
    unique: { campaign: false },
  });
});

it('visitorOf restores the values of a recorded visit, and its time to the second', () => {
  const visit = {
    time: '2026-11-16T10:00:05.120+01:00',
    campaignId: '0198c5a2-7b1e-7c3d-9e4f-000000000001',
    country: 'DE',
    city: null,
    isp: 'Example Net',
    deviceType: 'mobile',
    tokens: { token2: 'zone-7' },
    unique: false,
    bot: true,
    prefetch: false,
  } as unknown as PanelVisitEvent;
  expect(toEvaluationInput(visitorOf(visit))).toEqual({
    visitor: {
      country: 'DE',
      isp: 'Example Net',
      deviceType: 'mobile',
      token2: 'zone-7',
      bot: true,
      prefetch: false,
    },
    params: {},
    time: '2026-11-16T09:00:05.000Z',
    campaignId: '0198c5a2-7b1e-7c3d-9e4f-000000000001',
    unique: { campaign: false, path: false, workspace: false },
  });
});

it.each([
  ['a URL without a query', 'https://t.example/c/abc', {}],
  ['a URL with a fragment', 'https://t.example/c/abc?site=news#top', { site: 'news' }],
  ['a question mark in a value', '?q=a?b', { q: 'a?b' }],
  ['only a query', ' site=news&bid= ', { site: 'news', bid: '' }],
  ['encoded values', '?site=a%26b+c', { site: 'a&b c' }],
  ['a query whose value is a URL', 'to=https://x.example/?a=1', { to: 'https://x.example/?a=1' }],
  ['nothing', '  ', {}],
])('toEvaluationInput reads the parameters of %s', (_, link, params) => {
  expect(toEvaluationInput({ ...emptyTestVisitor, link }).params).toEqual(params);
});

it("toEvaluationInput prefers the form's own fields to additional ones, and leaves out empty fields", () => {
  const { visitor, campaignId, time } = toEvaluationInput({
    ...emptyTestVisitor,
    campaignId: 'c1',
    country: ' DE ',
    os: ' ',
    more: { country: 'FR', city: '', isp: 'Example Net', bot: false },
  });
  expect(visitor).toEqual({ country: 'DE', isp: 'Example Net', bot: false });
  expect([campaignId, time]).toEqual(['c1', undefined]);
});
