import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'mmdb-lib';
import { describe, expect, it } from 'vitest';
import { bitsOf, makeMmdb } from '../../../testing/edge/make-mmdb.ts';
import { bundledCityFile, ipv6SiblingOf } from './geo-files.ts';
import { MmdbFile } from './mmdb-file.ts';
import { ipv6Word, readIpv4, readIpv6 } from '@waypost/contract/ip-addresses/read-address.ts';

const builtAt = new Date('2026-11-01T00:00:00Z');
const wanted = new Set(['name', 'inner', 'list']);

function recordOf(file: MmdbFile, address: string): unknown {
  const ipv4 = readIpv4(address);
  if (ipv4 < 0) readIpv6(address);
  const leaf = ipv4 >= 0 ? file.leafOfIpv4(ipv4) : file.leafOfIpv6(ipv6Word(0), ipv6Word(1));
  return leaf === 0 ? undefined : file.record(leaf);
}

describe('a MaxMind DB file', () => {
  const long = 'x'.repeat(300);

  it.each([24, 28, 32] as const)('is read with a record size of %i bits', (recordBits) => {
    const networks = [
      [bitsOf('c6336400', 24), { name: 'a', other: 1.5, inner: { name: long, flag: true } }],
      [
        bitsOf('cb007180', 25),
        { skipped: { list: ['deep', { name: 'x' }] }, list: ['first', 'second'], name: 'b' },
      ],
    ] as const;
    const file = new MmdbFile(makeMmdb({ recordBits, ipVersion: 4, builtAt, networks }), wanted);
    expect(file.builtAt).toEqual(builtAt);
    expect(file.hasIpv6).toBe(false);
    expect(recordOf(file, '198.51.100.77')).toEqual({ name: 'a', inner: { name: long } });
    expect(recordOf(file, '203.0.113.200')).toEqual({ list: ['first'], name: 'b' });
    expect(recordOf(file, '203.0.113.5')).toBeUndefined();
    expect(recordOf(file, '8.8.8.8')).toBeUndefined();
  });

  it('can contain IPv4 and IPv6 networks', () => {
    const networks = [
      [bitsOf(`${'0'.repeat(24)}c6336400`, 120), { name: 'four' }],
      [bitsOf('20010db8', 32), { name: 'six' }],
    ] as const;
    const file = new MmdbFile(makeMmdb({ recordBits: 28, ipVersion: 6, builtAt, networks }), wanted);
    expect(file.hasIpv6).toBe(true);
    expect(recordOf(file, '198.51.100.1')).toEqual({ name: 'four' });
    expect(recordOf(file, '2001:db8:5::1')).toEqual({ name: 'six' });
    expect(recordOf(file, '2001:db9::1')).toBeUndefined();
  });

  it('is rejected if it is truncated or has a different format', () => {
    expect(() => new MmdbFile(Buffer.from('not a database'), wanted)).toThrow('not in the MaxMind DB format');
    const networks = [[bitsOf('20010db8'.padEnd(32, '0'), 120), { name: 'a' }]] as const;
    const whole = makeMmdb({ recordBits: 24, ipVersion: 6, builtAt, networks });
    const metadataStart = whole.lastIndexOf('MaxMind.com') - 3;
    expect(() => new MmdbFile(whole.subarray(0, metadataStart), wanted)).toThrow(
      'not in the MaxMind DB format',
    );
    expect(() => new MmdbFile(whole.subarray(metadataStart), wanted)).toThrow('truncated');
  });

  it('causes at most an error and never a hang if bytes are changed', () => {
    const whole = makeMmdb({
      recordBits: 24,
      ipVersion: 4,
      builtAt,
      networks: [[bitsOf('c6336400', 24), { name: 'a', inner: { name: 'b' }, list: ['c', 'd'] }]],
    });
    let broken = 0;
    for (let at = 0; at < whole.length; at += 1) {
      for (const byte of [0, 0x20, 0x3f, 0xe0, 0xff]) {
        const bytes = Buffer.from(whole);
        bytes[at] = byte;
        try {
          recordOf(new MmdbFile(bytes, wanted), '198.51.100.1');
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          broken += 1;
        }
      }
    }
    expect(broken).toBeGreaterThan(100);
  });
});

describe('the bundled city files', () => {
  const keys = new Set(['country_code', 'state1', 'city']);
  // Fixed seed so that failures are reproducible.
  let seed = 20_261_115;
  const next = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0);

  it.each([4, 6] as const)('return the same records as mmdb-lib (IPv%i)', (family) => {
    const main = bundledCityFile() ?? '';
    const bytes = readFileSync(family === 4 ? main : (ipv6SiblingOf(main) ?? ''));
    const ours = new MmdbFile(bytes, keys);
    const theirs = new Reader<Response>(bytes);
    let found = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const word = next();
      const address =
        family === 4
          ? [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, next() >>> 24].join('.')
          : `2${(word >>> 20).toString(16)}:${(word & 0xffff).toString(16)}:${(next() >>> 16).toString(16)}::1`;
      const theirRecord = theirs.get(address) as Record<string, unknown> | null;
      const expected =
        theirRecord === null
          ? undefined
          : {
              country_code: theirRecord['country_code'],
              state1: theirRecord['state1'],
              city: theirRecord['city'],
            };
      expect(recordOf(ours, address), address).toEqual(expected);
      if (expected !== undefined) found += 1;
    }
    expect(found).toBeGreaterThan(100);
  });
});
