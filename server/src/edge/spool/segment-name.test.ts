import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSegmentName, segmentFileName, type SegmentName } from './segment-name.ts';

const common = {
  spool: fc.stringMatching(/^[0-9a-f]{16}$/),
  number: fc.nat(9_999_999_999),
  timeMs: fc.nat(9_999_999_999_999),
};
const bytes = fc.nat(9_999_999_999);
const anyName: fc.Arbitrary<SegmentName> = fc.oneof(
  fc.record({ state: fc.constant('open' as const), ...common }),
  fc.record({ state: fc.constant('sealed' as const), ...common, bytes }),
  fc.record({
    state: fc.constant('shipped' as const),
    ...common,
    bytes,
    shippedMs: fc.nat(9_999_999_999_999),
  }),
);

describe('a segment file name', () => {
  it('parses to the metadata that it was created from', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(parseSegmentName(segmentFileName(name))).toEqual(name);
      }),
    );
  });

  it.each([
    'spool.json',
    'lock',
    'spool.json.new',
    'abc-0000000001-1794732000000.sealed',
    'abc-0000000001-1794732000000-0000000100.open',
    'abc-0000000001-1794732000000-0000000100.shipped',
    'abc-1-1794732000000.open',
  ])('is rejected if it is %s', (name) => {
    expect(parseSegmentName(name)).toBeUndefined();
  });
});
