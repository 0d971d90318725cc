import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { sourceTemplates } from '@waypost/contract/campaigns/source-template-table.ts';
import { hiddenValue } from '@waypost/contract/postbacks/postback-requests.ts';
import { describe, expect, it } from 'vitest';
import type { ListedTrafficSource } from '../../lib/api/api.ts';
import { anotherToken, trafficSourceFormSchema, valuesOfTemplate, withoutHidden } from './form-schema.ts';

const { read, write, schema, empty } = trafficSourceFormSchema;

const source: ListedTrafficSource = {
  id: '0198c5a2-7b1e-7c3d-9e4f-000000000001',
  name: 'PropellerAds',
  clickIdParam: 'visitor_id',
  clickIdMacro: '${SUBID}',
  costParam: null,
  costMacro: null,
  currency: null,
  tokens: [],
  postbackUrl: null,
  postbackMethod: 'GET',
  postbackHeaders: [],
  postbackBody: null,
  postbackSuccessText: null,
  status: 'active',
  version: 1,
  createdAt: '2026-11-16T10:00:00.000Z',
};
const filled = read(source);
const issuesOf = (change: Partial<typeof filled>) =>
  schema.safeParse(write({ ...filled, ...change })).error?.issues.map(({ path }) => path.join('.')) ?? [];
const token = (index: number, param: string) => ({ index, param, name: `Token ${index}`, macro: '' });

describe('trafficSourceFormSchema', () => {
  it('writes any valid traffic source back unchanged', () => {
    const sources = record({
      clickIdParam: constantFrom('cid', null),
      clickIdMacro: constantFrom('{clickid}', null),
      costParam: constantFrom('cost', null),
      costMacro: constantFrom('{cost}', null),
      currency: constantFrom('EUR', null),
      tokens: array(integer({ min: 1, max: 15 })).map((numbers) =>
        [...new Set(numbers)].map((index) => ({
          index,
          param: `p${index}`,
          name: `Token ${index}`,
          macro: index % 2 === 0 ? null : `{t${index}}`,
        })),
      ),
      postbackUrl: constantFrom('https://s.example/pb?id={externalid}', null),
      postbackMethod: constantFrom('GET' as const, 'POST' as const),
      postbackHeaders: array(constantFrom({ name: 'x-key', value: 'a b' }), { maxLength: 1 }),
      postbackBody: constantFrom('{"id": "{externalid}"}\n', null),
      postbackSuccessText: constantFrom('OK', null),
    });
    assert(
      property(sources, (values) => {
        const expected = { name: source.name, ...values };
        expect(schema.parse(write(read({ ...source, ...values })))).toEqual(expected);
      }),
    );
  });

  it('writes fields that contain only spaces as null', () => {
    const blank = { clickIdParam: ' ', costParam: ' ', currency: ' ', postbackUrl: ' ' };
    expect(write({ ...filled, ...blank })).toMatchObject({
      clickIdParam: null,
      costParam: null,
      currency: null,
      postbackUrl: null,
    });
  });

  it('accepts 15 tokens, and rejects a 16th and a repeated number or parameter', () => {
    const tokens = Array.from({ length: 15 }, (_, at) => token(at + 1, `p${at}`));
    expect(issuesOf({ tokens })).toEqual([]);
    expect(issuesOf({ tokens: [...tokens, token(16, 'p16')] }).length).toBeGreaterThan(0);
    expect(issuesOf({ tokens: [token(1, 'a'), token(1, 'b')] })).toEqual(['tokens.1.index']);
    expect(issuesOf({ tokens: [token(1, 'a'), token(2, 'a')] })).toEqual(['tokens.1.param']);
  });

  it.each([
    ['a reserved name', 'Host', '1', 'postbackHeaders.0.name'],
    ['no value', 'x-key', '', 'postbackHeaders.0.value'],
    ['a line break', 'x-key', 'a\r\nb: c', 'postbackHeaders.0.value'],
  ])('rejects a header with %s', (_, name, value, path) => {
    expect(issuesOf({ postbackHeaders: [{ name, value }] })).toEqual([path]);
  });

  it('requires only a name', () => {
    expect(issuesOf({ ...empty })).toEqual(['name']);
  });
});

it('withoutHidden drops only headers whose value is hidden', () => {
  const shown = { name: 'accept', value: '*/*' };
  const values = { ...filled, postbackHeaders: [{ name: 'x-key', value: hiddenValue }, shown] };
  expect(withoutHidden(values)).toEqual({ ...filled, postbackHeaders: [shown] });
});

describe('valuesOfTemplate', () => {
  it.each(sourceTemplates.map((template) => [template.name, template] as const))(
    'fills in a valid form for %s, with and without account values',
    (_, template) => {
      const given = Object.fromEntries(
        (template.postback?.own ?? []).map(({ placeholder }) => [placeholder, 'a-1']),
      );
      for (const values of [valuesOfTemplate(template, {}), valuesOfTemplate(template, given)]) {
        expect(schema.safeParse(write(values)).error).toBeUndefined();
        expect(Object.keys(values).toSorted()).toEqual(Object.keys(empty).toSorted());
      }
      const { postbackUrl } = valuesOfTemplate(template, given);
      expect(postbackUrl === '').toBe(template.postback === null);
      for (const placeholder of Object.keys(given)) expect(postbackUrl).not.toContain(placeholder);
    },
  );
});

describe('anotherToken', () => {
  it('uses the lowest free number, and returns undefined after 15 tokens', () => {
    const numbered = (numbers: number[]) =>
      anotherToken(numbers.map((index) => token(index, `p${index}`)))?.index;
    expect(numbered([])).toBe(1);
    expect(numbered([1, 2, 4])).toBe(3);
    expect(numbered([15])).toBe(1);
    expect(numbered(Array.from({ length: 15 }, (_, at) => at + 1))).toBeUndefined();
  });
});
