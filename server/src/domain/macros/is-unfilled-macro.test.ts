import { describe, expect, it } from 'vitest';
import { isUnfilledMacro } from './index.ts';

describe('isUnfilledMacro', () => {
  it.each([
    '${SUBID}',
    '{clickid}',
    '{{ad.id}}',
    '{{campaign.name}}',
    '[CLICKID]',
    '[[zone]]',
    '%%CACHEBUSTER%%',
    '%subid%',
    '__CLICKID__',
    '__CAMPAIGN_NAME__',
    '#clickid#',
    '##SITE##',
    '##SUB_ID_SHORT(action)##',
    '@@site@@',
    '$$zone$$',
    '<zoneid>',
    '{% sub1 %}',
    '{token:raw}',
    ' {clickid} ',
    '%7Bclickid%7D',
    '%24%7BSUBID%7D',
    '%5BCLICKID%5D',
  ])('is true for %j', (value) => {
    expect(isUnfilledMacro(value)).toBe(true);
  });

  it.each([
    '',
    'abc',
    '{',
    '{}',
    '{"a":1}',
    '[1,2]',
    '[123]',
    '{clickid}x',
    'x{clickid}',
    '$12',
    '#1',
    '#anchor',
    '#call()#',
    '100%',
    '%20',
    '%zz',
    '__proto',
    '_x_',
    '<a href="x">',
    `{${'x'.repeat(100)}}`,
    `%7B${'%41'.repeat(1_000)}`,
  ])('is false for %j', (value) => {
    expect(isUnfilledMacro(value)).toBe(false);
  });
});
