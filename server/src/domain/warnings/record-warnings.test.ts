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
const saying = (text: string): unknown => expect.stringContaining(text);
const landing = (rest: string) => landingWarnings({ url: `https://a.example/${rest}` });

describe('the macros of a page', () => {
  it.each([
    '',
    '?c={clickid}',
    '?c={Click_ID:raw}&p={param.x}',
    '?j={"a":1}',
    '?c=%7Bclickid%7D',
    '?x=%7Bwhat%7D',
  ])('%j is in order', (rest) => {
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
  ])('%s has a suggestion', (rest, suggestion, message) => {
    expect(landing(rest)).toEqual([at('url', saying(message), suggestion)]);
  });

  it.each([
    ['?z={zoneid}', '{zoneid} is not a known macro'],
    ['?z={param.}', '{param.} is not a known macro'],
    ['?s={status}', '{status} is available in postbacks only'],
    ['?z={zoneid', '{zoneid has no closing brace'],
  ])('%s is told without one', (rest, message) => {
    expect(landing(rest)).toEqual([at('url', saying(message))]);
  });

  it('that stand there twice are told once', () => {
    expect(landing('{zoneid}?z={zoneid}')).toHaveLength(1);
  });
});

describe('an offer', () => {
  it('needs the click id, from its URL or from its network', () => {
    const url = 'https://o.example/?a=1';
    expect(offerWarnings({ url }, noNetwork)).toEqual([at('url', saying('has no {clickid}'))]);
    expect(offerWarnings({ url }, { clickIdParam: 's1' })).toEqual([]);
    expect(offerWarnings({ url: `${url}&s={subid}` }, noNetwork)).toEqual([]);
    expect(offerWarnings({ url: `${url}&s=[clickid]` }, noNetwork)).toEqual([
      at('url', saying('[clickid] is not a macro'), '{clickid}'),
      at('url', saying('has no {clickid}')),
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

describe('a postback', () => {
  const warningsOf = (query: string, clickIdParam: string | null = 'cid') =>
    sourceWarnings({ ...source, clickIdParam, postbackUrl: `https://s.example/?${query}` });

  it('names the click of the source', () => {
    expect(warningsOf('c={externalid}&s={status}')).toEqual([]);
    expect(warningsOf('c={token1}')).toEqual([at('postbackUrl', saying('has no {externalid}'))]);
    expect(warningsOf('c={token1}', null)).toEqual([]);
    expect(warningsOf('v={payout}', null)).toEqual([at('postbackUrl', saying('has no {externalid}'))]);
    expect(warningsOf('c={externalid}', null)).toEqual([at('postbackUrl', saying('always empty'))]);
    expect(warningsOf('c={externalid}&g={continent}')).toEqual([at('postbackUrl', saying('in postbacks'))]);
  });

  it('is looked at with its headers and its body, which may name the click as well', () => {
    const postbackUrl = 'https://s.example/';
    const ask = (value: string, postbackBody: string | null) =>
      sourceWarnings({ ...source, postbackUrl, postbackHeaders: [{ name: 'x-a', value }], postbackBody });
    expect(ask('{externalid}', '{"value": {payout}}')).toEqual([]);
    expect(ask('Bearer 1', '{"click": "{externalid}", "a": {"b": {payout}}}')).toEqual([]);
    expect(ask('Bearer 1', null)).toEqual([at('postbackUrl', saying('has no {externalid}'))]);
    expect(ask('{clikid}', '{"click": "{externlid}", "id": "{externalid}", "zone": {zoneid}}')).toEqual([
      at('postbackHeaders.0.value', saying('Did you mean'), '{clickid}'),
      at('postbackBody', saying('Did you mean'), '{externalid}'),
      at('postbackBody', saying('{zoneid} is not a known macro')),
    ]);
    expect(ask('x', '{"click": "[externalid]", "id": "{externalid}"}')).toEqual([
      at('postbackBody', saying('[externalid] is not a macro'), '{externalid}'),
    ]);
    expect(ask('{{externalid}}', null)).toEqual([
      at('postbackHeaders.0.value', saying('outer braces'), '{externalid}'),
    ]);
    const rules = [
      { actions: [{ postbackUrl, postbackHeaders: [], postbackBody: '{externlid}{externalid}' }] },
    ];
    expect(goalWarnings(rules, source)).toEqual([
      at('rules.0.actions.0.postbackBody', saying('Did you mean'), '{externalid}'),
    ]);
  });

  it('is looked at in settings and in every action of every rule', () => {
    const url = 'https://s.example/?c={externlid}';
    const bad = (path: string) => [
      at(path, saying('Did you mean'), '{externalid}'),
      at(path, saying('has no')),
    ];
    expect(settingsWarnings({ fallbackUrl: null, postbackUrl: url }, source)).toEqual(bad('postbackUrl'));
    const rules = [
      { actions: [{ postbackUrl: null }] },
      { actions: [{ postbackUrl: null }, { postbackUrl: url }] },
    ];
    expect(goalWarnings(rules, source)).toEqual(bad('rules.1.actions.1.postbackUrl'));
  });
});

it('a macro of a source that no parameter takes is told', () => {
  expect(sourceWarnings({ ...source, costMacro: '{cpc}' })).toEqual([
    at('costMacro', saying('is not added to links')),
  ]);
});
