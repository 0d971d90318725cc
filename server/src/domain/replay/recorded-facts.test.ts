import { rotatorFields } from '@waypost/contract/conditions/conditions.ts';
import type { VisitAttribute } from '@waypost/contract/visits/visit-attributes.ts';
import { describe, expect, test } from 'vitest';
import type { DecidedVisit } from './decided-visit.ts';
import { readMarks } from './decided-visit.ts';
import { requiredAttributes, RecordedFacts, recordedParams } from './recorded-facts.ts';

const visit: DecidedVisit = {
  visitId: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21',
  campaignId: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e22',
  timeMs: 1_000,
  configVersion: 1,
  ruleId: null,
  pathId: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e23',
  landingId: null,
  offerId: null,
  ...readMarks(256),
  revenue: 0,
  cost: 0,
  values: { country: 'DE', token2: 'news', externalId: 'c-1', ip: '81.2.3.0', connectionType: 'hosting' },
};

const params = recordedParams({ clickIdParam: 'gclid', tokens: [{ index: 2, param: 'site' }] });

function factsOf(hasAddresses = false): RecordedFacts {
  return new RecordedFacts({ hasAddresses, paramsOf: new Map([[visit.campaignId, params]]) }).of(visit);
}

describe('RecordedFacts', () => {
  test('returns recorded values and values derived from them', () => {
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

  test('names a field that is not recorded, until the next visit', () => {
    const facts = factsOf();
    expect(facts.param('utm_term')).toBeUndefined();
    expect(facts.unrecorded).toBe('param.utm_term');
    expect(facts.of(visit).unrecorded).toBeUndefined();
    facts.isUnique('workspace', undefined);
    expect(facts.unrecorded).toBe('unique');
    facts.of(visit).isUnique('campaign', 12);
    expect(facts.unrecorded).toBe('unique');
  });

  test('uses IP addresses only if they are recorded in full', () => {
    const facts = factsOf();
    facts.value('ip');
    expect(facts.unrecorded).toBe('ip');
    expect(factsOf(true).value('ip')).toBe('81.2.3.0');
  });
});

describe('whyUnknown', () => {
  const leaf = (field: string, more: object = {}) => ({ field, op: 'is' as const, values: ['x'], ...more });
  const whyUnknown = (field: string, values: Partial<DecidedVisit> = {}, hidden: VisitAttribute[] = []) => {
    const paramsOf = new Map([[visit.campaignId, params]]);
    const facts = new RecordedFacts({ hasAddresses: true, paramsOf, hidden: new Set(hidden) });
    return facts.of({ ...visit, ...values }).whyUnknown(leaf(field));
  };

  test('is not-recorded only for condition fields that are not recorded', () => {
    const unknown = Object.keys(rotatorFields).filter((field) => whyUnknown(field) !== undefined);
    expect(unknown).toEqual(['param.NAME', 'unique']);
    expect(whyUnknown('param.utm_term')).toBe('not-recorded');
    expect(whyUnknown('param.site')).toBeUndefined();
    const facts = factsOf();
    expect(facts.whyUnknown(leaf('unique', { values: ['campaign'] }))).toBeUndefined();
    expect(facts.whyUnknown(leaf('unique', { values: ['campaign'], windowHours: 2 }))).toBe('not-recorded');
    expect(facts.whyUnknown(leaf('ip'))).toBe('not-recorded');
  });

  test('is hidden for attributes that the caller may not see, including parameters', () => {
    const hidden: VisitAttribute[] = ['externalId', 'ip', 'country', 'connectionType'];
    for (const field of ['ip', 'param.gclid', 'country', 'continent', 'datacenter'])
      expect(whyUnknown(field, {}, hidden)).toBe('hidden');
    expect(whyUnknown('userAgent', {}, hidden)).toBeUndefined();
    const facts = new RecordedFacts({ hasAddresses: true, paramsOf: new Map(), hidden: new Set(hidden) });
    expect(facts.of(visit).value('country')).toBeUndefined();
  });

  test('is not-recorded if the row lacks a value that the edge had', () => {
    expect(whyUnknown('continent', { values: { country: null } })).toBe('not-recorded');
    expect(whyUnknown('country', { values: { country: null } })).toBeUndefined();
    expect(whyUnknown('param.gclid', { isClickIdCut: true })).toBe('not-recorded');
    expect(whyUnknown('param.site', { isClickIdCut: true })).toBeUndefined();
  });
});

test('requiredAttributes returns the attributes and recorded parameters that conditions need', () => {
  const required = requiredAttributes(
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
  expect(required.toSorted()).toEqual(['connectionType', 'country', 'os', 'token2']);
});

test('recordedParams contains token1 to token15 for a source without tokens', () => {
  expect(recordedParams({ clickIdParam: null, tokens: [] }).get('token15')).toBe('token15');
});
