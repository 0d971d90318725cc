import { expect, it } from 'vitest';
import { formatConditions } from './format-conditions.ts';

it.each<[object | null, string]>([
  [null, 'always'],
  [{ field: 'country', op: 'is', values: ['DE', 'AT'] }, 'country is DE or AT'],
  [
    { field: 'osVersion', op: 'between', values: ['10', '12.1'] },
    'operating system version is between 10 and 12.1',
  ],
  [{ field: 'param.utm_term', op: 'isNot', values: ['a', 'b'] }, 'parameter utm_term is not a or b'],
  [{ field: 'token12', op: 'isEmpty', values: [] }, 'token 12 is empty'],
  [{ field: 'weekday', op: 'is', values: [1, 7] }, 'weekday is Monday or Sunday'],
  [
    { field: 'hourOfDay', op: 'between', values: [8, 20], timezone: 'Europe/Berlin' },
    'hour of day is between 8 and 20 in Europe/Berlin',
  ],
  [{ field: 'bot', op: 'is', values: [true] }, 'bot'],
  [{ field: 'bot', op: 'isNot', values: [true] }, 'not bot'],
  [{ field: 'datacenter', op: 'is', values: [false] }, 'not datacenter'],
  [
    { field: 'unique', op: 'is', values: ['campaign'], windowHours: 24 },
    'new visitor to the campaign within 24 hours',
  ],
  [
    {
      all: [
        { not: { field: 'trafficSource', op: 'is', values: ['01'] } },
        {
          any: [
            { field: 'isp', op: 'contains', values: ['x'] },
            { field: 'asn', op: 'gt', values: [5] },
          ],
        },
      ],
    },
    'not (traffic source is Ads) and (internet provider contains x or ASN is above 5)',
  ],
])('formatConditions formats %j as %s', (tree, label) => {
  expect(formatConditions(tree, new Map([['01', 'Ads']]))).toBe(label);
});
