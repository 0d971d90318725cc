import fc from 'fast-check';
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isInRange, parseAddress, parseRange } from './parse-address.ts';

const loopback = { family: 4, value: 0x7f00_0001n };

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

describe('parseAddress', () => {
  it.each(
    words(`
      127.0.0.1 127.0.1 127.1 2130706433 0x7f000001 0x7F000001 0X7f000001 0x7f.1 0x7f.0.1 0x7f.0.0.1 0x7f.0x0.0x0.0x1
      0x00000000007f.1 127.0x1 127.00.00.01 127.0.0.001 127.0.0.0x1 127.0.0.0x0001
      ::ffff:127.0.0.1 ::FFFF:127.0.0.1 ::ffff:7f00:1 ::ffff:7f00:0001 ::ffff:7F00:1 0:0:0:0:0:ffff:127.0.0.1
      0:0:0:0:0:ffff:7f00:1 0000:0000:0000:0000:0000:ffff:7f00:0001 0::ffff:7f00:1 0:0::ffff:127.0.0.1 ::0:ffff:7f00:1
      0:0:0:0::ffff:7f00:1
    `),
  )('parses %s as loopback', (text) => {
    expect(parseAddress(text)).toEqual(loopback);
  });

  it.each([
    ['0', 4, 0n],
    ['0.0.0.0', 4, 0n],
    ['255.255.255.255', 4, 0xffff_ffffn],
    ['4294967295', 4, 0xffff_ffffn],
    ['1.16777215', 4, 0x01ff_ffffn],
    ['1.2.65535', 4, 0x0102_ffffn],
    ['1.2.3.4', 4, 0x0102_0304n],
    ['::', 6, 0n],
    ['::1', 6, 1n],
    ['1::', 6, 1n << 112n],
    ['::1.2.3.4', 6, 0x0102_0304n],
    ['1:2:3:4:5:6:7:8', 6, 0x0001_0002_0003_0004_0005_0006_0007_0008n],
    ['1:2:3:4:5:6:7::', 6, 0x0001_0002_0003_0004_0005_0006_0007_0000n],
    ['::2:3:4:5:6:7:8', 6, 0x0000_0002_0003_0004_0005_0006_0007_0008n],
    ['64:ff9b::10.0.0.1', 6, 0x0064_ff9b_0000_0000_0000_0000_0a00_0001n],
    ['::ffff:0:7f00:1', 6, 0xffff_0000_7f00_0001n],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 6, (1n << 128n) - 1n],
  ])('parses %s', (text, family, value) => {
    expect(parseAddress(text)).toEqual({ family, value });
  });

  it.each([
    ...words(`
      . .. 1. .1 1..2 1.2.3. 1.2.3.4. 1.2.3.4.5 1.2.3.4.0 256.1.1.1 1.256.1.1 1.2.3.256 1.2.65536 1.16777216 4294967296
      99999999999999999999 0x100000000 -1 +1 1e3 1_0 0x 0xg 0b1 0o7 1.2.3.-4 a.b.c.d 127.0.0.1/8 127.0.0.1:80
      １２７.０.０.１ ١٢٧.0.0.1 127。0。0。1 localhost
      : ::: 1::2::3 :1 1: 1:2 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1:2:3:4:5:6:7:8:: ::1:2:3:4:5:6:7:8 1::2:3:4:5:6:7:8
      :1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8: 00001:: g:: ::ffff:256.0.0.1 ::ffff:127.1 ::ffff:0x7f.0.0.1 ::ffff:127.0.0.01
      ::127.0.0.1:1 127.0.0.1:: [::1] ::1/128 -1:: ::-1 0x1::
    `),
    '',
    ' ',
    ' 127.0.0.1',
    '127.0.0.1\n',
    '::1 ',
    '\t::1',
    '127.0.0.1\0',
  ])('rejects %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it.each(
    words('fe80::1%eth0 fe80::1%25eth0 ::1%lo ::1%1 2606:4700::1111%eth0 ::ffff:8.8.8.8%1 8.8.8.8%1 ::1%'),
  )('rejects the zone of %s', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it.each(words('010.0.0.1 0177.0.0.1 017700000001 127.0.0.010 8.8.8.08 012 0000010.1 09'))(
    'rejects %s, which is octal to some parsers and decimal to others',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );

  it('accepts every address that Node accepts, and no others with a colon', () => {
    const piece = fc.constantFrom(...words(':: : . 0 1 ff ffff 7f00 255 256 127.0.0.1 00 12345 g 2001 db8'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const known = isIP(text);
        return parseAddress(text) === undefined ? known === 0 : known !== 0 || !text.includes(':');
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('parseRange', () => {
  it.each([
    ['10.0.0.0/8', { family: 4, start: 0x0a00_0000n, freeBits: 24n }],
    ['127.0.0.1', { family: 4, start: 0x7f00_0001n, freeBits: 0n }],
    ['0.0.0.0/0', { family: 4, start: 0n, freeBits: 32n }],
    ['::1', { family: 6, start: 1n, freeBits: 0n }],
    ['::/0', { family: 6, start: 0n, freeBits: 128n }],
    ['::ffff:10.0.0.0/104', { family: 4, start: 0x0a00_0000n, freeBits: 24n }],
    ['::ffff:127.0.0.1', { family: 4, start: 0x7f00_0001n, freeBits: 0n }],
    ['::ffff:0:0/96', { family: 4, start: 0n, freeBits: 32n }],
  ])('parses %s', (text, range) => {
    expect(parseRange(text)).toEqual(range);
  });

  it.each(
    words(`
      10.0.0.0/33 10.0.0.0/-1 10.0.0.0/ /8 10.0.0.0/8/8 10.0.0.0/a 10.0.0.0/0x8 ::/129 ::/1000 ::ffff:0:0/95 host/8
      fe80::%eth0/64 10.0.0.0/8.0
    `),
  )('rejects %s', (text) => {
    expect(parseRange(text)).toBeUndefined();
  });

  it.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.9.9.9/8', '10.1.2.3', true],
    ['::/0', '10.1.2.3', false],
    ['::/0', '::ffff:10.1.2.3', false],
    ['0.0.0.0/0', '::1', false],
    ['fd00::/8', 'fdff::1', true],
    ['fd00::/8', 'fe00::1', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
  ])('isInRange: %s contains %s is %s', (rangeText, addressText, expected) => {
    const [range, address] = [parseRange(rangeText), parseAddress(addressText)];
    expect(range && address && isInRange(address, range)).toBe(expected);
  });
});
