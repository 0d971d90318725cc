import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress, parseAddressRange } from './parse-address.ts';

function hex(digits: string): string {
  return digits.padStart(32, '0');
}

describe('parseAddress', () => {
  it.each([
    ['0.0.0.0', 0],
    ['192.0.2.1', 0xc0000201],
    ['255.255.255.255', 0xffffffff],
    ['::ffff:192.0.2.1', 0xc0000201],
    ['::FFFF:c000:201', 0xc0000201],
    ['0:0:0:0:0:ffff:192.0.2.1', 0xc0000201],
    ['::', hex('')],
    ['::1', hex('1')],
    ['1::', '1'.padStart(4, '0').padEnd(32, '0')],
    ['2001:DB8::a:b', '20010db8'.padEnd(24, '0') + '000a000b'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
    ['64:ff9b::192.0.2.1', '0064ff9b'.padEnd(24, '0') + 'c0000201'],
    ['::192.0.2.1', hex('c0000201')],
  ])('parses %s', (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4 ',
    '1.2.3.-4',
    '0x1.2.3.4',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '1:2:3:4::5:6:7:8',
    '12345::',
    'g::',
    '::1%eth0',
    '[::1]',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '::1.2.3',
    ':1:2:3:4:5:6:7',
    '::'.padEnd(60, '0'),
  ])('rejects %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('parses every notation of every address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        expect(parseAddress(text)).toBeDefined();
        expect(parseAddress(text.toUpperCase())).toBe(parseAddress(text));
      }),
    );
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(parseAddress(`::ffff:${text}`)).toBe(parseAddress(text));
      }),
    );
  });

  it('never throws for any input', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'0129af.:/-%x '), maxLength: 50 });
    fc.assert(
      fc.property(soup, (text) => {
        const address = parseAddress(text);
        if (typeof address === 'string') expect(address).toMatch(/^[0-9a-f]{32}$/);
        const range = parseAddressRange(text);
        if (range !== undefined) expect(range.from <= range.to).toBe(true);
      }),
    );
  });
});

describe('parseAddressRange', () => {
  it.each([
    ['10.0.0.1', 0x0a000001, 0x0a000001],
    ['10.0.0.0/8', 0x0a000000, 0x0affffff],
    ['10.1.2.3/8', 0x0a000000, 0x0affffff],
    ['10.1.2.3/32', 0x0a010203, 0x0a010203],
    ['0.0.0.0/0', 0, 0xffffffff],
    ['10.0.0.1-10.0.0.9', 0x0a000001, 0x0a000009],
    ['10.0.0.1 - 10.0.0.9', 0x0a000001, 0x0a000009],
    ['10.0.0.1-::ffff:10.0.0.9', 0x0a000001, 0x0a000009],
    ['::ffff:10.0.0.0/104', 0x0a000000, 0x0affffff],
    ['::ffff:0:0/96', 0, 0xffffffff],
    ['::ffff:0:0/95', hex('fffe00000000'), hex('ffffffffffff')],
    ['::/0', '0'.repeat(32), 'f'.repeat(32)],
    ['2001:db8::/33', '20010db8'.padEnd(32, '0'), '20010db87fff'.padEnd(32, 'f')],
    ['::5/128', hex('5'), hex('5')],
    ['::5/127', hex('4'), hex('5')],
    ['::1-::9', hex('1'), hex('9')],
  ])('parses %s', (text, from, to) => {
    expect(parseAddressRange(text)).toEqual({ from, to });
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/',
    '/8',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.9-10.0.0.1',
    '10.0.0.1-',
    '-10.0.0.1',
    '10.0.0.1-10.0.0.2-10.0.0.3',
    '10.0.0.1-::1',
    '0.0.0.0-::9',
    '10.0.0.*',
    'localhost',
  ])('rejects %s', (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });
});
