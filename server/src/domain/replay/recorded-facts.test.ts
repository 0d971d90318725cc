import { describe, expect, test } from 'vitest';
import type { DecidedVisit } from './decided-visit.ts';
import { readMarks } from './decided-visit.ts';
import { attributesAsked, RecordedFacts, recordedParams } from './recorded-facts.ts';

const visit: DecidedVisit = {
  visitId: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21',
  campaignId: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e22',
  timeMs: 1_000,
  configVersion: 1,
  ruleId: null,
  pathId: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e23',
  landingId: null,
  offerId: null,
  ...readMarks(128),
  revenue: 0,
  cost: 0,
  values: { country: 'DE', token2: 'news', externalId: 'c-1', ip: '81.2.3.0', connectionType: 'hosting' },
};

const params = recordedParams({ clickIdParam: 'gclid', tokens: [{ index: 2, param: 'site' }] });

function factsOf(hasAddresses = false): RecordedFacts {
  return new RecordedFacts(hasAddresses, new Map([[visit.campaignId, params]])).of(visit);
}

describe('recorded facts', () => {
  test('what follows from a recorded value is known, too', () => {
    const facts = factsOf();
    expect(facts.value('continent')).toBe('EU');
    expect(facts.value('datacenter')).toBe(true);
    expect(facts.value('campaign')).toBe(visit.campaignId);
    expect(facts.param('site')).toBe('news');
    expect(facts.param('gclid')).toBe('c-1');
    expect(facts.isUnique('campaign', undefined)).toBe(true);
    expect(facts.value('region')).toBeUndefined();
    expect(facts.unrecorded).toBeUndefined();
  });

  test('what nobody recorded is told, and forgotten with the next visit', () => {
    const facts = factsOf();
    expect(facts.param('utm_term')).toBeUndefined();
    expect(facts.unrecorded).toBe('param.utm_term');
    expect(facts.of(visit).unrecorded).toBeUndefined();
    facts.isUnique('workspace', undefined);
    expect(facts.unrecorded).toBe('unique');
    facts.of(visit).isUnique('campaign', 12);
    expect(facts.unrecorded).toBe('unique');
  });

  test('an address counts only where whole ones are recorded', () => {
    const facts = factsOf();
    facts.value('ip');
    expect(facts.unrecorded).toBe('ip');
    expect(factsOf(true).value('ip')).toBe('81.2.3.0');
  });
});

test('only what conditions ask for is read, a parameter where some campaign recorded it', () => {
  const asked = attributesAsked(
    [
      { field: 'continent', op: 'is', values: ['EU'] },
      {
        all: [
          { field: 'datacenter', op: 'is', values: [true] },
          { field: 'hourOfDay', op: 'is', values: [1] },
        ],
      },
      {
        not: {
          any: [
            { field: 'param.site', op: 'is', values: ['x'] },
            { field: 'os', op: 'is', values: ['iOS'] },
          ],
        },
      },
      null,
    ],
    [params, recordedParams({ clickIdParam: null, tokens: [] })],
  );
  expect(asked.toSorted()).toEqual(['connectionType', 'country', 'os', 'token2']);
});

test('a source without tokens of its own has the usual fifteen', () => {
  expect(recordedParams({ clickIdParam: null, tokens: [] }).get('token15')).toBe('token15');
});
