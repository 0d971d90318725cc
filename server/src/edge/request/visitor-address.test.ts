import { once } from 'node:events';
import { connect, createServer, isIP, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressReader, normalizeAddress } from './visitor-address.ts';

const direct = addressReader([]);
const behindProxies = addressReader(['10.0.0.0/8', '192.0.2.7/32', 'fd00::/8']);

// Any UTF-16 code units, including unpaired surrogates.
const anyText = fc.array(fc.nat(0xffff), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));

describe("a direct visitor's address", () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [undefined, ''],
  ])('is the address of the connection: %s', (remote, expected) => {
    expect(direct(remote, undefined)).toBe(expected);
    expect(behindProxies(remote, undefined)).toBe(expected);
  });

  it('is never taken from a header', () => {
    expect(direct('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(behindProxies('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(behindProxies('::ffff:203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(behindProxies('2001:DB8::0:1', '198.51.100.1')).toBe('2001:db8::1');
    expect(behindProxies(undefined, '198.51.100.1')).toBe('');
  });

  it('is in canonical notation on a dual-stack socket', async ({ skip }) => {
    const server = createServer().listen(0, '::');
    const failed = once(server, 'error').then(() => 'failed' as const);
    if ((await Promise.race([once(server, 'listening'), failed])) === 'failed')
      return skip('IPv6 is not available on this machine');
    for (const address of ['127.0.0.1', '::1']) {
      const client = connect((server.address() as AddressInfo).port, address);
      const [socket] = (await once(server, 'connection')) as [{ remoteAddress?: string }];
      expect(direct(socket.remoteAddress, undefined)).toBe(address);
      client.destroy();
    }
    server.close();
  });
});

describe('the address of a visitor behind trusted proxies', () => {
  it.each([
    ['one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['two proxies', '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['a proxy of another network', '192.0.2.7', '203.0.113.9,fd00::1', '203.0.113.9'],
    ['an IPv6 proxy', 'fd12::1', '2001:db8::9', '2001:db8::9'],
    ['a proxy on a dual-stack socket', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a forged first hop', '10.0.0.1', '8.8.8.8, 203.0.113.9', '203.0.113.9'],
    ['a forged proxy', '10.0.0.1', '8.8.8.8, 10.9.9.9, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['only proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['an invalid hop', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['an invalid hop before a proxy', '10.0.0.1', '203.0.113.9, _hidden, 10.0.0.2', '10.0.0.2'],
    ['an empty header', '10.0.0.1', '', '10.0.0.1'],
    ['an empty hop', '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
    ['an empty first hop', '10.0.0.1', ',10.0.0.2', '10.0.0.2'],
    ['a port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['brackets and a port', '10.0.0.1', '[2001:DB8:0::9]:4711', '2001:db8::9'],
    ['a mapped address', '10.0.0.1', '::FFFF:203.0.113.9', '203.0.113.9'],
    ['a mapped proxy', '10.0.0.1', '203.0.113.9, ::ffff:10.0.0.2', '203.0.113.9'],
    ['octal notation', '10.0.0.1', '010.0.0.1', '10.0.0.1'],
  ])('is found with %s', (_, remote, forwardedFor, expected) => {
    expect(behindProxies(remote, forwardedFor)).toBe(expected);
  });

  it('is found in repeated headers', () => {
    expect(behindProxies('10.0.0.1', ['203.0.113.9', '10.0.0.2'])).toBe('203.0.113.9');
  });

  it('is the last untrusted hop, whatever forged hops come before it', () => {
    const hops = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 6 });
    fc.assert(
      fc.property(hops, fc.integer({ min: 0, max: 3 }), (sent, proxies) => {
        const chain = [...sent, '203.0.113.9', ...Array.from({ length: proxies }, () => '10.0.0.5')];
        expect(behindProxies('10.0.0.1', chain.join(', '))).toBe('203.0.113.9');
      }),
    );
  });

  it('is always a valid address or empty', () => {
    fc.assert(
      fc.property(anyText, anyText, (remote, forwardedFor) => {
        const address = behindProxies(remote, forwardedFor);
        expect(address === '' || isIP(address) > 0).toBe(true);
        expect(isIP(behindProxies('10.0.0.1', forwardedFor))).toBeGreaterThan(0);
      }),
    );
  });

  it('cannot be read if a network of trusted proxies is invalid', () => {
    expect(() => addressReader(['10.0.0.0/33'])).toThrow('invalid trusted proxy network');
  });
});

describe('normalizeAddress', () => {
  it('returns the canonical notation', () => {
    expect(normalizeAddress('[2001:DB8::0001%25eth0]:80')).toBe('2001:db8::1');
    expect(normalizeAddress('203.0.113.9:80')).toBe('203.0.113.9');
    expect(normalizeAddress('::ffff:cb00:7109')).toBe('203.0.113.9');
  });

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '1::2::3',
    '203.0.113.9:x',
    '[203.0.113.9',
    '0x7f.1',
  ])('returns undefined for %j', (text) => {
    expect(normalizeAddress(text)).toBeUndefined();
  });
});
