import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absoluteUrl,
  addressRange,
  nameServer,
  bytes,
  choice,
  count,
  databaseUrl,
  list,
  outboundRule,
  path,
  port,
  timeOfDay,
} from './parsers.ts';

describe('path', () => {
  it('returns the path unchanged and rejects NUL bytes, at which the system would truncate it', () => {
    expect(path('./data dir')).toBe('./data dir');
    expect(() => path('/data\0/etc')).toThrow('be a path without NUL bytes');
  });
});

describe('count', () => {
  it('accepts only whole numbers in its range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 120 }), (value) => {
        const parse = () => count(1, 99)(String(value));
        if (value >= 1 && value <= 99) expect(parse()).toBe(value);
        else expect(parse).toThrow('be a whole number from 1 to 99');
      }),
    );
  });

  it.each(['1.5', '1e3', '0x10', '+5', ' 5', '5 ', '', 'five', '٣', 'Infinity', '9'.repeat(400)])(
    'rejects %j, which is not a decimal number',
    (value) => {
      expect(() => count(0, 100_000)(value)).toThrow('be a whole number');
    },
  );

  it('accepts ports from 0 (any free port) to 65535', () => {
    expect([port('0'), port('65535')]).toEqual([0, 65_535]);
    expect(() => port('65536')).toThrow('be a whole number from 0 to 65535');
  });
});

describe('timeOfDay', () => {
  it.each(['00:00', '03:00', '19:59', '23:59'])('accepts %s', (value) => {
    expect(timeOfDay(value)).toBe(value);
  });

  it.each(['', '3:00', '24:00', '12:60', '03:00:00', '03:00 UTC', 'noon', '٠٣:٠٠'])('rejects %j', (value) => {
    expect(() => timeOfDay(value)).toThrow('be a time of day from 00:00 to 23:59');
  });
});

describe('bytes', () => {
  it.each([
    ['0', 0],
    ['1048576', 1_048_576],
    ['1KiB', 1_024],
    ['3MiB', 3_145_728],
    ['20GiB', 21_474_836_480],
    ['20 GiB', 21_474_836_480],
    ['2TiB', 2_199_023_255_552],
  ])('parses %s', (value, expected) => {
    expect(bytes(value)).toBe(expected);
  });

  it.each([
    '',
    'GiB',
    '20GB',
    '20gib',
    '1.5GiB',
    '-1',
    '1constructor',
    '1toString',
    '9007199254740992',
    '8192TiB',
  ])('rejects %j', (value) => {
    expect(() => bytes(value)).toThrow('be a number of bytes, such as 1048576 or 20GiB');
  });
});

describe('choice', () => {
  it('accepts only the allowed values, case-sensitively, and lists them in the error', () => {
    const parse = choice('group', 'off');
    expect(parse('off')).toBe('off');
    expect(() => parse('Off')).toThrow('be one of group, off');
  });
});

describe('list', () => {
  it('splits at commas and ignores spaces and empty items', () => {
    expect(list(port)(' 1, 2 ,,3,')).toEqual([1, 2, 3]);
    expect(list(port)(' , ')).toEqual([]);
  });

  it('rejects the whole list if one item is invalid', () => {
    expect(() => list(addressRange)('10.0.0.0/8,nonsense')).toThrow('not "nonsense"');
  });
});

describe('absoluteUrl', () => {
  it.each([
    ['https://go.example.com', 'https://go.example.com'],
    ['https://go.example.com/', 'https://go.example.com'],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['https://example.com/waypost/', 'https://example.com/waypost'],
    ['HTTPS://Example.COM:443', 'https://example.com'],
    ['https://example.com///', 'https://example.com'],
    ['https://example.com/waypost//', 'https://example.com/waypost'],
  ])('returns %s without a trailing slash', (value, expected) => {
    expect(absoluteUrl(value)).toBe(expected);
  });

  it.each([
    'example.com',
    '/panel',
    '//example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    'https://user@example.com',
    'https://user:word@example.com',
    'https://user:@example.com',
    'https://:word@example.com',
    'https://@example.com',
    'https://:@example.com',
    'https://example.com?a=1',
    'https://example.com?',
    'https://example.com/?',
    'https://example.com/#top',
    'https://example.com#',
    'https:example.com',
  ])('rejects %s', (value) => {
    expect(() => absoluteUrl(value)).toThrow(
      'be an absolute http or https URL without user, query or fragment',
    );
  });
});

describe('databaseUrl', () => {
  const parse = databaseUrl('postgres:', 'postgresql:');

  it.each(['postgres://u:p@db:5432/waypost', 'postgresql://db/waypost?sslmode=require'])(
    'returns %s unchanged',
    (value) => {
      expect(parse(value)).toBe(value);
    },
  );

  it.each([
    'mysql://db/waypost',
    'db:5432',
    'postgres',
    'postgres:hush',
    'postgres:/hush',
    'postgres:///hush',
    'http://db',
    '',
  ])('rejects %j without quoting the value, which may contain a password', (value) => {
    expect(() => parse(value)).toThrow(/^be a URL that begins with postgres:\/\/ or postgresql:\/\/$/);
  });
});

describe('addressRange', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['127.0.0.1', '127.0.0.1/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::1', '::1/128'],
    ['fd00::/8', 'fd00::/8'],
  ])('parses %s as %s', (value, expected) => {
    expect(addressRange(value)).toBe(expected);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/00',
    'fe80::1%eth0/64',
    'fe80::1%eth0',
    'localhost',
    '256.0.0.1',
  ])('rejects %j and quotes the item', (value) => {
    expect(() => addressRange(value)).toThrow(
      `be a list of addresses or networks such as 10.0.0.0/8, not "${value}"`,
    );
  });

  it('accepts every IPv4 network', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(32), (address, prefix) => {
        expect(addressRange(`${address}/${prefix}`)).toBe(`${address}/${prefix}`);
      }),
    );
  });
});

describe('nameServer', () => {
  it.each(['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]', '[2620:fe::fe]:53'])(
    'returns %s unchanged',
    (value) => {
      expect(nameServer(value)).toBe(value);
    },
  );

  it.each(['', 'dns.example.com', '9.9.9.9:', '9.9.9.9:70000', '[9.9.9.9]:53', 'fe80::1%eth0', '9.9.9.9/32'])(
    'rejects %j',
    (value) => {
      expect(() => nameServer(value)).toThrow(/^(?:be a list of name server addresses|be a whole number)/);
    },
  );
});

describe('outboundRule', () => {
  it.each([
    ['127.0.0.1/32:9000', { range: '127.0.0.1/32', port: 9_000 }],
    ['127.0.0.1:9000', { range: '127.0.0.1/32', port: 9_000 }],
    ['[fd00::/8]:9000', { range: 'fd00::/8', port: 9_000 }],
    ['[::1]:80', { range: '::1/128', port: 80 }],
  ])('parses %s', (value, expected) => {
    expect(outboundRule(value)).toEqual(expected);
  });

  it.each(['127.0.0.1', '127.0.0.1/32', '::1:9000', ':9000', '127.0.0.1:', '127.0.0.1:http'])(
    'rejects %s, which has no unambiguous port',
    (value) => {
      expect(() => outboundRule(value)).toThrow(
        `be a list of address ranges, each with a port, such as 127.0.0.1/32:9000, not "${value}"`,
      );
    },
  );

  it('rejects port 0, ports above 65535 and invalid ranges', () => {
    expect(() => outboundRule('127.0.0.1:0')).toThrow('be a whole number from 1 to 65535');
    expect(() => outboundRule('127.0.0.1:65536')).toThrow('be a whole number from 1 to 65535');
    expect(() => outboundRule('localhost:80')).toThrow('not "localhost"');
    expect(() => outboundRule('[]:80')).toThrow('not "[]"');
  });
});
