import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MacroValues } from '../macros/index.ts';
import { countMacros, fillText, hasRaw, listTextMacros } from './text-template.ts';

const valuesOf = (values: Record<string, string | number>): MacroValues => ({
  value: (name) => values[name],
  param: (name) => values[`param.${name}`]?.toString(),
});
const values = valuesOf({
  clickid: 'c1',
  payout: '12.5',
  timestamp: 1_794_819_600,
  useragent: 'A "quoted" \\ agent\n',
  token1: 'news & sport=1',
  city: 'Köln',
  'param.Zone': '7',
});

describe('fillText in JSON', () => {
  it.each([
    ['{"a":"{clickid}"}', { a: 'c1' }],
    ['{"a":{"b":"{useragent}"}}', { a: { b: 'A "quoted" \\ agent\n' } }],
    ['{"sum":{payout},"at":{timestamp},"city":{city}}', { sum: 12.5, at: 1_794_819_600, city: 'Köln' }],
    ['{"sum":"{payout}","none":"{country}","gone":{country}}', { sum: '12.5', none: '', gone: null }],
    ['{"a":"{param.Zone}{unknown}x","b":[{param.Zone}]}', { a: '7x', b: [7] }],
    ['{"a":"\\"{clickid}\\\\","b":"{External_ID}"}', { a: '"c1\\', b: '' }],
    ['{"fbc":"fb.1.{timestamp}000.{clickid}"}', { fbc: 'fb.1.1794819600000.c1' }],
    ['{}', {}],
  ])('replaces the macros in %s', (template, expected) => {
    expect(JSON.parse(fillText(template, 'json', values))).toEqual(expected);
  });

  it('keeps valid JSON of the same shape for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const given = valuesOf({ token1: value });
        const read = JSON.parse(fillText('{"in":"a{token1}b","out":{token1}}', 'json', given)) as object;
        expect(Object.keys(read)).toEqual(['in', 'out']);
        expect(read).toMatchObject({ in: `a${value.slice(0, 1_024).toWellFormed()}b` });
      }),
    );
  });
});

it('fillText encodes a form value so that it stays a single value', () => {
  const filled = fillText('a={token1}&b={city}&c={country}', 'form', values);
  expect(Object.fromEntries(new URLSearchParams(filled))).toEqual({ a: 'news & sport=1', b: 'Köln', c: '' });
});

it('fillText encodes line breaks and non-ASCII characters in headers', () => {
  expect(fillText('Bearer {useragent}{city}', 'header', values)).toBe(
    'Bearer A "quoted" \\ agent%0AK%C3%B6ln',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(fillText('x{token1}', 'header', valuesOf({ token1: value }))).toMatch(/^x[\x20-\x7e]*$/);
    }),
  );
});

it('fillText truncates values to 1,024 characters', () => {
  const long = valuesOf({ token1: 'x'.repeat(1_025) });
  expect(fillText('{token1}', 'plain', long)).toBe('x'.repeat(1_024));
});

it('fillText leaves values in plain text unchanged', () => {
  expect(fillText('{token1} {city}', 'plain', values)).toBe('news & sport=1 Köln');
});

it('countMacros counts macros, and hasRaw detects raw ones', () => {
  expect(countMacros('{"a":"{clickid}","b":{payout}}')).toBe(2);
  expect([hasRaw('{clickid}'), hasRaw('{clickid:raw}')]).toEqual([false, true]);
});

it('listTextMacros marks no macro as encoded or raw', () => {
  expect(listTextMacros('{Click_ID}{param.Zone}{unknown}')).toMatchObject([
    { written: 'Click_ID', name: 'clickid', isEncoded: false, isRaw: false },
    { written: 'param.Zone', parameter: 'Zone', isEncoded: false, isRaw: false },
    { written: 'unknown', isEncoded: false, isRaw: false },
  ]);
});

it('listTextMacros returns the characters before and after each macro', () => {
  const around = listTextMacros('{clickid}x{payout}"{param.Zone}').map(({ written, before, after }) => [
    before,
    written,
    after,
  ]);
  expect(around).toEqual([
    ['', 'clickid', 'x'],
    ['x', 'payout', '"'],
    ['"', 'param.Zone', ''],
  ]);
});
