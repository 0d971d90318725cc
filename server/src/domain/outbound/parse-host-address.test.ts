import fc from 'fast-check';
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isInRange } from '@waypost/contract/ip-addresses/parse-address.ts';
import { parseHostAddress, parseRange } from './parse-host-address.ts';

const loopback = 0x7f00_0001;

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

describe('parseHostAddress', () => {
  it.each(
    words(`
      127.0.0.1 127.0.1 127.1 2130706433 0x7f000001 0x7F000001 0X7f000001 0x7f.1 0x7f.0.1 0x7f.0.0.1 0x7f.0x0.0x0.0x1
      0x00000000007f.1 127.0x1 127.00.00.01 127.0.0.001 127.0.0.0x1 127.0.0.0x0001
      ::ffff:127.0.0.1 ::FFFF:127.0.0.1 ::ffff:7f00:1 ::ffff:7f00:0001 ::ffff:7F00:1 0:0:0:0:0:ffff:127.0.0.1
      0:0:0:0:0:ffff:7f00:1 0000:0000:0000:0000:0000:ffff:7f00:0001 0::ffff:7f00:1 0:0::ffff:127.0.0.1 ::0:ffff:7f00:1
      0:0:0:0::ffff:7f00:1
    `),
  )('parses %s as loopback', (text) => {
    expect(parseHostAddress(text)).toBe(loopback);
  });

  it.each([
    ['0', 0],
    ['0.0.0.0', 0],
    ['255.255.255.255', 0xffff_ffff],
    ['4294967295', 0xffff_ffff],
    ['1.16777215', 0x01ff_ffff],
    ['1.2.65535', 0x0102_ffff],
    ['1.2.3.4', 0x0102_0304],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['1::', '00010000000000000000000000000000'],
    ['::1.2.3.4', '00000000000000000000000001020304'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
    ['::2:3:4:5:6:7:8', '00000002000300040005000600070008'],
    ['64:ff9b::10.0.0.1', '0064ff9b00000000000000000a000001'],
    ['::ffff:0:7f00:1', '0000000000000000ffff00007f000001'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ffffffffffffffffffffffffffffffff'],
  ])('parses %s', (text, address) => {
    expect(parseHostAddress(text)).toBe(address);
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
    expect(parseHostAddress(text)).toBeUndefined();
  });

  it.each(
    words('fe80::1%eth0 fe80::1%25eth0 ::1%lo ::1%1 2606:4700::1111%eth0 ::ffff:8.8.8.8%1 8.8.8.8%1 ::1%'),
  )('rejects %s, which has a zone', (text) => {
    expect(parseHostAddress(text)).toBeUndefined();
  });

  it.each(words('010.0.0.1 0177.0.0.1 017700000001 127.0.0.010 8.8.8.08 012 0000010.1 09'))(
    'rejects %s, which is octal to some parsers and decimal to others',
    (text) => {
      expect(parseHostAddress(text)).toBeUndefined();
    },
  );

  it('accepts every address that Node accepts, and no others with a colon', () => {
    const piece = fc.constantFrom(...words(':: : . 0 1 ff ffff 7f00 255 256 127.0.0.1 00 12345 g 2001 db8'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const known = isIP(text);
        return parseHostAddress(text) === undefined ? known === 0 : known !== 0 || !text.includes(':');
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('parseRange', () => {
  it.each([
    ['10.0.0.0/8', { from: 0x0a00_0000, to: 0x0aff_ffff }],
    ['127.0.0.1', { from: loopback, to: loopback }],
    ['0.0.0.0/0', { from: 0, to: 0xffff_ffff }],
    ['::1', { from: '1'.padStart(32, '0'), to: '1'.padStart(32, '0') }],
    ['::/0', { from: '0'.repeat(32), to: 'f'.repeat(32) }],
    ['::ffff:10.0.0.0/104', { from: 0x0a00_0000, to: 0x0aff_ffff }],
    ['::ffff:127.0.0.1', { from: loopback, to: loopback }],
    ['::ffff:0:0/96', { from: 0, to: 0xffff_ffff }],
  ])('parses %s', (text, range) => {
    expect(parseRange(text)).toEqual(range);
  });

  it.each(
    words(`
      10.0.0.0/33 10.0.0.0/-1 10.0.0.0/ /8 10.0.0.0/8/8 10.0.0.0/a 10.0.0.0/0x8 ::/129 ::/1000 ::ffff:0:0/95 ::ffff:1.2.3.4/0 host/8
      10.0.0.1-10.0.0.9 10.0.0.0/08 127.1/8
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
  ])('parses %s to a range that contains %s: %s', (rangeText, addressText, expected) => {
    const [range, address] = [parseRange(rangeText), parseHostAddress(addressText)];
    expect(range !== undefined && address !== undefined && isInRange(address, range)).toBe(expected);
  });
});
