import { describe, expect, it } from 'vitest';
import {
  goalWarnings,
  landingWarnings,
  offerWarnings,
  settingsWarnings,
  sourceWarnings,
} from './record-warnings.ts';

const noNetwork = { clickIdParam: null };
const at = (path: string, message: unknown, suggestion?: string) =>
  suggestion === undefined ? { path, message } : { path, message, suggestion };
const containing = (text: string): unknown => expect.stringContaining(text);
const landing = (rest: string) => landingWarnings({ url: `https://a.example/${rest}` });

describe('macros in a page URL', () => {
  it.each([
    '',
    '?c={clickid}',
    '?c={Click_ID:raw}&p={param.x}',
    '?j={"a":1}',
    '?c=%7Bclickid%7D',
    '?x=%7Bwhat%7D',
  ])('get no warnings in %j', (rest) => {
    expect(landing(rest)).toEqual([]);
  });

  it.each([
    ['?c={clikid}', '{clickid}', '{clikid} is not a known macro'],
    ['?c=%7Bclikid%7D', '{clickid}', '{clikid} is not a known macro'],
    ['?c={externlid:raw}', '{externalid}', '{externlid:raw} is not a known macro'],
    ['?c={{clickid}}', '{clickid}', 'outer braces'],
    ['?c=${clickid}', '{clickid}', 'dollar sign'],
    ['?c={clickid', '{clickid}', '{clickid has no closing brace'],
    ['?c=[clickid]', '{clickid}', '[clickid] is not a macro'],
    ['?c={{clickid}', '{clickid}', '{{clickid} has one brace too many'],
  ])('get a suggestion in %s', (rest, suggestion, message) => {
    expect(landing(rest)).toEqual([at('url', containing(message), suggestion)]);
  });

  it.each([
    ['?z={zoneid}', '{zoneid} is not a known macro'],
    ['?z={param.}', '{param.} is not a known macro'],
    ['?s={status}', '{status} is available in postbacks only'],
    ['?z={zoneid', '{zoneid has no closing brace'],
  ])('get a warning without a suggestion in %s', (rest, message) => {
    expect(landing(rest)).toEqual([at('url', containing(message))]);
  });

  it('get one warning if they are repeated', () => {
    expect(landing('{zoneid}?z={zoneid}')).toHaveLength(1);
  });
});

describe('an offer URL', () => {
  it('gets a warning if the URL has no click ID macro and the network has no click ID parameter', () => {
    const url = 'https://o.example/?a=1';
    expect(offerWarnings({ url }, noNetwork)).toEqual([at('url', containing('has no {clickid}'))]);
    expect(offerWarnings({ url }, { clickIdParam: 's1' })).toEqual([]);
    expect(offerWarnings({ url: `${url}&s={subid}` }, noNetwork)).toEqual([]);
    expect(offerWarnings({ url: `${url}&s=[clickid]` }, noNetwork)).toEqual([
      at('url', containing('[clickid] is not a macro'), '{clickid}'),
      at('url', containing('has no {clickid}')),
    ]);
  });
});

const source = {
  clickIdParam: 'cid',
  costParam: null,
  clickIdMacro: null,
  costMacro: null,
  postbackUrl: null,
};

describe('postback warnings', () => {
  const warningsOf = (query: string, clickIdParam: string | null = 'cid') =>
    sourceWarnings({ ...source, clickIdParam, postbackUrl: `https://s.example/?${query}` });

  it('report a missing external click ID', () => {
    expect(warningsOf('c={externalid}&s={status}')).toEqual([]);
    expect(warningsOf('c={token1}')).toEqual([at('postbackUrl', containing('has no {externalid}'))]);
    expect(warningsOf('c={token1}', null)).toEqual([]);
    expect(warningsOf('v={payout}', null)).toEqual([at('postbackUrl', containing('has no {externalid}'))]);
    expect(warningsOf('c={externalid}', null)).toEqual([at('postbackUrl', containing('always empty'))]);
    expect(warningsOf('c={externalid}&g={continent}')).toEqual([
      at('postbackUrl', containing('in postbacks')),
    ]);
  });

  it('cover headers and the body, which may also contain the external click ID', () => {
    const postbackUrl = 'https://s.example/';
    const ask = (value: string, postbackBody: string | null) =>
      sourceWarnings({ ...source, postbackUrl, postbackHeaders: [{ name: 'x-a', value }], postbackBody });
    expect(ask('{externalid}', '{"value": {payout}}')).toEqual([]);
    expect(ask('Bearer 1', '{"click": "{externalid}", "a": {"b": {payout}}}')).toEqual([]);
    expect(ask('Bearer 1', null)).toEqual([at('postbackUrl', containing('has no {externalid}'))]);
    expect(ask('{clikid}', '{"click": "{externlid}", "id": "{externalid}", "zone": {zoneid}}')).toEqual([
      at('postbackHeaders.0.value', containing('Did you mean'), '{clickid}'),
      at('postbackBody', containing('Did you mean'), '{externalid}'),
      at('postbackBody', containing('{zoneid} is not a known macro')),
    ]);
    expect(ask('x', '{"click": "[externalid]", "id": "{externalid}"}')).toEqual([
      at('postbackBody', containing('[externalid] is not a macro'), '{externalid}'),
    ]);
    expect(ask('{{externalid}}', null)).toEqual([
      at('postbackHeaders.0.value', containing('outer braces'), '{externalid}'),
    ]);
    const rules = [
      { actions: [{ postbackUrl, postbackHeaders: [], postbackBody: '{externlid}{externalid}' }] },
    ];
    expect(goalWarnings(rules, source)).toEqual([
      at('rules.0.actions.0.postbackBody', containing('Did you mean'), '{externalid}'),
    ]);
  });

  it('cover the campaign settings and every action of every goal rule', () => {
    const url = 'https://s.example/?c={externlid}';
    const bad = (path: string) => [
      at(path, containing('Did you mean'), '{externalid}'),
      at(path, containing('has no')),
    ];
    expect(settingsWarnings({ fallbackUrl: null, postbackUrl: url }, source)).toEqual(bad('postbackUrl'));
    const rules = [
      { actions: [{ postbackUrl: null }] },
      { actions: [{ postbackUrl: null }, { postbackUrl: url }] },
    ];
    expect(goalWarnings(rules, source)).toEqual(bad('rules.1.actions.1.postbackUrl'));
  });
});

it('sourceWarnings warns about a source macro without a parameter', () => {
  expect(sourceWarnings({ ...source, costMacro: '{cpc}' })).toEqual([
    at('costMacro', containing('is not added to links')),
  ]);
});
