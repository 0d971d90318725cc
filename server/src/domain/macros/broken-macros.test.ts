import { describe, expect, it } from 'vitest';
import { findBrokenMacros } from './broken-macros.ts';

const inUrl = (rest: string) => findBrokenMacros(`https://a.example/${rest}`, 'url');
const one = (written: string, problem: string, suggestion?: string) => [{ written, problem, suggestion }];

describe('findBrokenMacros in a URL', () => {
  it.each([
    ['?c={clickid', '{clickid', '{clickid}'],
    ['?c={clickid&x=1', '{clickid', '{clickid}'],
    ['{clickid/x', '{clickid', '{clickid}'],
    ['?c={clikid&ok={clickid}', '{clikid', '{clickid}'],
    ['?c={Click_ID:raw#top', '{Click_ID:raw', '{Click_ID:raw}'],
    ['?c={param.x', '{param.x', '{param.x}'],
    ['?c={clickid]', '{clickid]', '{clickid}'],
    ['?c=%7Bclickid&x=1', '%7Bclickid', '{clickid}'],
    ['?c={zoneid', '{zoneid', undefined],
  ])('reports the macro without a closing brace in %s', (rest, written, suggestion) => {
    expect(inUrl(rest)).toEqual(one(written, 'unclosed', suggestion));
  });

  it.each([
    ['?c=clickid}', 'clickid}'],
    ['?c=clickid}&x={country}', 'clickid}'],
  ])('reports the macro without an opening brace in %s', (rest, written) => {
    expect(inUrl(rest)).toEqual(one(written, 'unopened', '{clickid}'));
  });

  it.each([
    '[clickid]',
    '[[clickid]]',
    '%5Bclickid%5D',
    '<clickid>',
    '(clickid)',
    '%clickid%',
    '__clickid__',
    '__CLICKID__',
    '$clickid$',
    '@@clickid@@',
    '[clikid]',
  ])('reports %s, which uses another product’s brackets', (written) => {
    const [found, ...others] = inUrl(`?c=${written}&x=1`);
    expect(found).toMatchObject({ written, problem: 'brackets' });
    expect(found?.suggestion?.toLowerCase()).toBe('{clickid}');
    expect(others).toEqual([]);
  });

  it('reports brackets in a path segment', () => {
    expect(inUrl('go/[clickid]/x')).toEqual(one('[clickid]', 'brackets', '{clickid}'));
  });

  it.each([
    ['?c={{clickid}', '{{clickid}'],
    ['?c={clickid}}', '{clickid}}'],
  ])('reports the extra brace in %s', (rest, written) => {
    expect(inUrl(rest)).toEqual(one(written, 'extra-brace', '{clickid}'));
  });

  it('reports a repeated mistake only once', () => {
    expect(inUrl('?a={clickid&b={clickid')).toHaveLength(1);
  });

  it.each([
    '?c={clickid}',
    '?c={{clickid}}',
    '?c={{clickid}&x=}',
    '?x={&c={clickid}}',
    '?c=%7Bclikid%7D',
    '?data[clickid]=1',
    '?a[0]=1&ids[]=2',
    '?j={"a":1}',
    '?j={"a":{cost}}',
    '?q=50%&r=%20clickid%20',
    '?q=[zoneid]',
    '?x=%7Bwhat',
    'clickid?clickid=clickid',
    '?v=__proto__',
  ])('accepts %s', (rest) => {
    expect(inUrl(rest)).toEqual([]);
  });
});

describe('findBrokenMacros in a postback body or header', () => {
  it.each([
    ['{"click": "{externalid"}', '{externalid', 'unclosed', '{externalid}'],
    ['{"click": "[externalid]"}', '[externalid]', 'brackets', '{externalid}'],
    ['click=%externalid%&v={payout}', '%externalid%', 'brackets', '{externalid}'],
  ] as const)('reports the macro in %s', (text, written, problem, suggestion) => {
    expect(findBrokenMacros(text, 'text')).toEqual(one(written, problem, suggestion));
  });

  it.each(['{"a": {"b": {payout}}}', '{"cost": 1, "a": [1, 2]}', 'Bearer {x', '{"a": {}}', '{cost: 1}'])(
    'accepts %s',
    (text) => {
      expect(findBrokenMacros(text, 'text')).toEqual([]);
    },
  );
});
