import { macroNames, macros } from '@waypost/contract/visits/macros.ts';
import { describe, expect, it } from 'vitest';
import type { ConditionFacts } from '../conditions/index.ts';
import { sourceReader, visitMacros, type VisitForMacros } from './index.ts';

const facts: ConditionFacts = {
  timeMs: Date.parse('2026-12-31T23:30:00.900Z'),
  value: (field) => (field === 'asn' ? 64_512 : `fact ${field}`),
  param: (name) => (name === 'unfilled' ? '[SITE]' : `param ${name}`),
  isUnique: () => true,
};
const visit: VisitForMacros = {
  clickId: 'click',
  externalId: 'external',
  cost: '10.000000',
  facts,
  settings: {
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    campaign: { id: 'c', name: 'Campaign' },
    source: { id: 's', name: 'Source' },
    rotator: { id: 'r', name: 'Rotator' },
  },
  chosen: {
    ruleId: 'rule',
    path: { id: 'p', name: 'Path' },
    landing: { id: 'l', name: 'Landing' },
    offer: { id: 'o', name: 'Offer', affiliateNetworkId: 'n', payout: '12.500000' },
  },
};

describe('visitMacros', () => {
  it('has a value for every macro except postback macros', () => {
    const macrosOf = visitMacros(visit);
    const empty = macroNames.filter((name) => macrosOf.value(name) === undefined);
    expect(empty).toEqual(macroNames.filter((name) => macros[name].postbacksOnly));
  });

  it('returns values from the visit, its facts and the chosen records', () => {
    const macrosOf = visitMacros(visit);
    const names = [
      'clickid',
      'cost',
      'payout',
      'networkid',
      'device',
      'osversion',
      'asn',
      'token15',
      'timestamp',
      'date',
    ] as const;
    expect(names.map((name) => macrosOf.value(name))).toEqual([
      'click',
      '10',
      '12.5',
      'n',
      'fact deviceType',
      'fact osVersion',
      64_512,
      'fact token15',
      1_798_759_800,
      '2027-01-01',
    ]);
    expect(macrosOf.param('x')).toBe('param x');
    expect(macrosOf.param('unfilled')).toBeUndefined();
  });

  it('returns undefined for values that were not chosen or are unknown', () => {
    const macrosOf = visitMacros({
      clickId: 'click',
      facts: { ...facts, value: () => undefined },
      settings: { timezone: 'UTC', currency: 'EUR', rotator: { id: 'r', name: 'R' } },
      chosen: { ruleId: null, path: null, landing: null, offer: null },
    });
    expect(macroNames.filter((name) => macrosOf.value(name) !== undefined).toSorted()).toEqual([
      'clickid',
      'currency',
      'date',
      'rotatorid',
      'rotatorname',
      'timestamp',
    ]);
  });
});

describe('sourceReader', () => {
  const link = (text: string) => {
    const params = new URLSearchParams(text);
    return (name: string) => params.get(name) ?? undefined;
  };

  it('reads parameters under the names that the source defines', () => {
    const tokens = [
      { index: 3, param: 'zone' },
      { index: 1, param: 'site' },
    ];
    const read = sourceReader({ clickIdParam: 'click', costParam: 'bid', tokens });
    expect(read(link('click=%20A1&bid=0.02&site=S&zone=Z&token2=T'))).toEqual({
      externalId: 'A1',
      cost: '0.02',
      tokens: ['S', undefined, 'Z', ...Array.from({ length: 12 }, () => undefined)],
    });
  });

  it('reads token1 to token15, and nothing else, if the source has no tokens', () => {
    const { externalId, cost, tokens } = sourceReader({ clickIdParam: null, costParam: null, tokens: [] })(
      link('token1=a&token15=b&cost=1&clickid=2'),
    );
    expect([externalId, cost, tokens[0], tokens[14], tokens.length]).toEqual([
      undefined,
      undefined,
      'a',
      'b',
      15,
    ]);
  });

  it('ignores unfilled macros', () => {
    const read = sourceReader({ clickIdParam: 'click', costParam: 'bid', tokens: [] });
    expect(read(link('click=${SUBID}&bid=[BID]&token1=__X__&token2=%20'))).toEqual({
      externalId: undefined,
      cost: undefined,
      tokens: Array.from({ length: 15 }, () => undefined),
    });
  });
});
