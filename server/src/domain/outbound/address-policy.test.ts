import { describe, expect, it } from 'vitest';
import { isAllowedPort, isPublicAddress, judgeAddress, judgePort } from './address-policy.ts';
import { guardedPorts } from './guarded-ports.ts';

function rows(table: Record<string, string>): { name: string; address: string }[] {
  return Object.entries(table).flatMap(([name, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((address) => ({ name, address })),
  );
}

const forbidden = rows({
  'this network': '0.0.0.0 0.0.0.1 0.1.2.3 0.255.255.255 0 0x0 00 0.1 1',
  private: `10.0.0.0 10.0.0.1 10.255.255.255 167772161 0x0a000001 10.1 172.16.0.0 172.16.0.1 172.20.1.1 172.31.255.255
    0xac100001 192.168.0.0 192.168.0.1 192.168.255.255 192.168.257 3232235521 0xc0.0xa8.0.1`,
  'carrier-grade NAT': '100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255 0x64400001',
  loopback: `127.0.0.0 127.0.0.1 127.0.0.53 127.1 127.0.1 127.255.255.255 2130706433 0x7f000001 0x7f.1 0X7F.0.0.1
    0177.0.0.1 017700000001 127.0.0.001`,
  'link-local and metadata': `169.254.0.0 169.254.0.23 169.254.169.254 169.254.170.2 169.254.42.42 169.254.255.255
    2852039166 0xa9fea9fe 169.254.43518 169.16689662`,
  'protocol assignments': '192.0.0.0 192.0.0.1 192.0.0.170 192.0.0.192 192.0.0.255',
  documentation:
    '192.0.2.0 192.0.2.1 192.0.2.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.77 203.0.113.255',
  'AS112, AMT and 6to4 relays': `192.31.196.0 192.31.196.255 192.52.193.0 192.52.193.255 192.88.99.0 192.88.99.1
    192.88.99.255 192.175.48.0 192.175.48.6 192.175.48.255`,
  benchmarking: '198.18.0.0 198.18.0.1 198.19.255.255 0xc6120001',
  multicast: '224.0.0.0 224.0.0.1 232.1.1.1 239.255.255.250 239.255.255.255 0xe0000001',
  reserved: '240.0.0.0 240.0.0.1 250.1.1.1 255.255.255.254',
  broadcast: '255.255.255.255 4294967295 0xffffffff 255.16777215',
  'the Azure host agent': '168.63.129.16 2822734096 0xa83f8110 ::ffff:168.63.129.16 ::ffff:a83f:8110',
  'IPv6 unspecified and loopback': ':: ::0 0:0:0:0:0:0:0:0 ::1 0:0:0:0:0:0:0:1 0000:0000::0001 ::0.0.0.1',
  'IPv6 private': 'fc00:: fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fdff:ffff:ffff::1 FD12:3456::1',
  'IPv6 link-local': 'fe80:: fe80::1 fe80::a9fe:a9fe fe80::5efe:127.0.0.1 febf:ffff::1 FE80::1',
  'IPv6 site-local': 'fec0:: fec0::1 feff::1',
  'IPv6 multicast': 'ff00:: ff01::1 ff02::1 ff02::fb ff05::2 ff0e::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'mapped IPv4': `::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:7F00:1 0:0:0:0:0:ffff:10.0.0.1 ::ffff:a00:1 ::ffff:a9fe:a9fe
    ::ffff:169.254.169.254 ::ffff:192.168.1.1 ::ffff:0.0.0.0 ::ffff:0:0 ::ffff:6440:1 ::ffff:255.255.255.255`,
  'compatible IPv4': '::127.0.0.1 ::7f00:1 ::10.0.0.1 ::8.8.8.8 ::808:808',
  'translated IPv4': `64:ff9b:: 64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::8.8.8.8
    64:ff9b:1:: 64:ff9b:1::7f00:1 64:ff9b:1:ffff::10.0.0.1 ::ffff:0:127.0.0.1 ::ffff:0:7f00:1 ::ffff:0:8.8.8.8`,
  '6to4': '2002:: 2002:7f00:1:: 2002:a00:1::1 2002:c0a8:101::1 2002:a9fe:a9fe:: 2002:808:808::1 2002:ffff::1',
  Teredo: '2001:: 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:0:7f00:1::1 2001:0000:0:ffff::1',
  'IPv6 protocol assignments':
    '2001:1::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:1ff:ffff::1',
  'IPv6 documentation': '2001:db8:: 2001:db8::1 2001:DB8:ffff::1 3fff:: 3fff::1 3fff:fff:ffff::1',
  'IPv6 AS112': '2620:4f:8000:: 2620:4f:8000::1 2620:4f:8000:ffff::1',
  'IPv6 outside of 2000::/3':
    '100:: 100::1 100:0:0:1::1 200::1 1fff:ffff::1 4000:: 5f00::1 8000::1 c000::1 fbff::1',
  'zone identifiers, even of public addresses': 'fe80::1%eth0 ::1%lo 2606:4700:4700::1111%eth0 8.8.8.8%eth0',
  'text that is not an address':
    'localhost example.com 256.1.1.1 1.2.3.4.5 8.8.8.8. 8.8.8.8:80 8.8.8.8/32 [2606:4700::1111] 1::2::3',
});

const allowed = rows({
  'just outside of a forbidden range': `1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0
    192.31.195.255 192.31.197.0 192.52.192.255 192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0
    192.175.47.255 192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0
    223.255.255.255`,
  'public IPv4': '1.1.1.1 8.8.8.8 9.9.9.9 93.184.215.14 151.101.1.69',
  'public IPv4 in another notation': '134744072 0x08080808 8.8.2056 8.526344 0x8.8.8.8 1.1 1.1.1',
  'mapped public IPv4':
    '::ffff:8.8.8.8 ::ffff:808:808 ::FFFF:0808:0808 0:0:0:0:0:ffff:8.8.8.8 ::ffff:101:101',
  'public IPv6': `2000:: 2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700:4700::1111
    2620:4f:7fff:ffff::1 2620:4f:8001::1 2620:FE::FE 2a00:1450:4001::200e 3ffe:ffff::1 3fff:1000::1`,
  'an interface ID that looks like a tunnel':
    '2001:470:1f0b::5efe:7f00:1 2a00:1450::5efe:192.168.0.1 2606:4700::ffff:7f00:1',
});

describe('isPublicAddress', () => {
  it.each(forbidden)('rejects $name: $address', ({ address }) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(allowed)('allows $name: $address', ({ address }) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('rejects addresses with surrounding spaces, line breaks or NUL bytes', () => {
    for (const text of ['', ' ', ' 8.8.8.8', '8.8.8.8 ', '8.8.8.8\n', '8.8.8.8\0', '\t2606:4700::1111'])
      expect(isPublicAddress(text)).toBe(false);
  });
});

describe('isAllowedPort', () => {
  it.each([80, 443, 8080, 8443, 1024, 3000, 5000, 8000, 8888, 10_443, 49_152, 65_535])(
    'allows port %i',
    (port) => {
      expect(isAllowedPort(port)).toBe(true);
      expect(judgePort(port)).toEqual({ ok: true });
    },
  );

  it.each([0, 1, 21, 22, 23, 25, 53, 79, 81, 110, 111, 389, 442, 444, 445, 465, 587, 853, 993, 1023])(
    'rejects port %i, which is below 1024',
    (port) => {
      expect(isAllowedPort(port)).toBe(false);
    },
  );

  it.each([1433, 3306, 5432, 5672, 6379, 8123, 9000, 9092, 9200, 11_211, 27_017, 61_616])(
    'rejects port %i, which a database or broker uses',
    (port) => {
      expect(isAllowedPort(port)).toBe(false);
      expect(judgePort(port)).toMatchObject({ ok: false });
    },
  );

  it.each([-1, 65_536, 80.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'rejects %d, which is not a port',
    (port) => {
      expect(isAllowedPort(port)).toBe(false);
    },
  );

  it('guardedPorts lists only ports that would be allowed otherwise, each with its service', () => {
    for (const [port, service] of guardedPorts) {
      expect(port).toBeGreaterThanOrEqual(1024);
      expect([8080, 8443]).not.toContain(port);
      expect(service).not.toBe('');
    }
  });
});

describe('judgeAddress', () => {
  const privateReason = 'must not resolve to a private, local or reserved IP address';
  const allow = [
    { range: '127.0.0.1/32', port: 9000 },
    { range: '10.0.0.0/8', port: 22 },
    { range: 'fd00::/8', port: 80 },
    { range: '::ffff:192.168.0.0/112', port: 80 },
    { range: 'nonsense', port: 443 },
  ];

  it.each([
    ['127.0.0.1', 9000, true],
    ['127.1', 9000, true],
    ['::ffff:127.0.0.1', 9000, true],
    ['127.0.0.1', 9001, false],
    ['127.0.0.2', 9000, false],
    ['::1', 9000, false],
    ['64:ff9b::7f00:1', 9000, false],
    ['127.0.0.1', 80, false],
    ['10.200.3.4', 22, true],
    ['10.200.3.4', 80, false],
    ['11.0.0.1', 22, false],
    ['fd12::1', 80, true],
    ['fd12::1%eth0', 80, false],
    ['fe80::1', 80, false],
    ['192.168.0.9', 80, true],
    ['192.169.0.9', 80, true],
    ['169.254.169.254', 443, false],
    ['8.8.8.8', 443, true],
    ['8.8.8.8', 22, false],
    ['8.8.8.8', 9000, false],
  ])('with an allowlist, for %s port %i, returns ok: %s', (address, port, ok) => {
    expect(judgeAddress({ address, port, allow }).ok).toBe(ok);
  });

  it('reports, without revealing the address, whether the address or the port is rejected', () => {
    expect(judgeAddress({ address: '10.0.0.1', port: 80, allow: [] })).toEqual({
      ok: false,
      reason: privateReason,
    });
    expect(judgeAddress({ address: 'x', port: 80, allow: [] })).toEqual({
      ok: false,
      reason: 'must resolve to a valid IP address',
    });
    expect(judgeAddress({ address: '8.8.8.8', port: 25, allow: [] })).toEqual(judgePort(25));
  });

  it("rejects the machine's own addresses in every notation, unless the operator allows them", () => {
    const own = ['198.41.0.4', '2606:4700::/32'];
    for (const address of ['198.41.0.4', '::ffff:198.41.0.4', '0xc6290004', '2606:4700::1111'])
      expect(judgeAddress({ address, port: 80, allow: [], own })).toEqual({
        ok: false,
        reason: privateReason,
      });
    expect(judgeAddress({ address: '198.41.0.5', port: 80, allow: [], own })).toEqual({ ok: true });
    const opened = [{ range: '198.41.0.4/32', port: 80 }];
    expect(judgeAddress({ address: '198.41.0.4', port: 80, allow: opened, own })).toEqual({ ok: true });
  });

  it('throws if one of the machine’s own addresses is invalid, instead of leaving it unprotected', () => {
    expect(() => judgeAddress({ address: '8.8.8.8', port: 80, allow: [], own: ['db.example'] })).toThrow(
      'db.example is neither an IP address nor a CIDR range',
    );
  });
});
