import { describe, expect, it } from 'vitest';
import { ipv6Key } from './owner-list.ts';
import { ipv6Word, readIpv4, readIpv6 } from '@waypost/contract/ip-addresses/read-address.ts';
import { readOwnerList } from './read-owner-list.ts';

async function listOf(...texts: string[]) {
  const list = await readOwnerList(texts.map((text) => Buffer.from(text)));
  return {
    list,
    ownerOf: (address: string): string | undefined => {
      const ipv4 = readIpv4(address);
      if (ipv4 >= 0) return list.findIpv4(ipv4)?.isp;
      readIpv6(address);
      return list.findIpv6(ipv6Key(ipv6Word(0), ipv6Word(1)))?.isp;
    },
  };
}

describe('readOwnerList', () => {
  it('reads addresses as text or numbers, and names with or without quotes', async () => {
    const { ownerOf, list } = await listOf(
      '198.51.100.0,198.51.100.255,64500,"Example, ""Best"" Inc."\n203.0.113.0,203.0.113.127,64501,Plain Net\r\n',
      '3405804032,3405804159,64502,Numbers\n',
      '2001:db8::,2001:db8:7:ffff:ffff:ffff:ffff:ffff,64503,Six\n',
    );
    expect(list.invalidLines).toBe(0);
    expect(ownerOf('198.51.100.0')).toBe('Example, "Best" Inc.');
    expect(ownerOf('198.51.100.255')).toBe('Example, "Best" Inc.');
    expect(ownerOf('198.51.101.0')).toBeUndefined();
    expect(ownerOf('198.51.99.255')).toBeUndefined();
    expect(ownerOf('203.0.113.127')).toBe('Plain Net');
    expect(ownerOf('203.0.113.128')).toBeUndefined();
    expect(ownerOf('203.0.114.1')).toBe('Numbers');
    expect(ownerOf('2001:db8:7::5')).toBe('Six');
    expect(ownerOf('2001:db8:8::5')).toBeUndefined();
  });

  it('counts and skips invalid lines', async () => {
    const { ownerOf, list } = await listOf(
      [
        'nonsense',
        'start,end,number,name',
        '198.51.100.0,198.51.100.255,64500,One',
        '192.0.2.0,192.0.2.255,64501,Out of order',
        '203.0.113.9,203.0.113.1,64502,Backwards',
        '203.0.113.0,203.0.113.255,64503,Two',
        '300.0.0.0,300.0.0.1,64504,No address',
        '203.0.114.0,203.0.114.255,zero,No number',
      ].join('\n'),
    );
    expect(list.invalidLines).toBe(6);
    expect(ownerOf('198.51.100.1')).toBe('One');
    expect(ownerOf('203.0.113.1')).toBe('Two');
  });

  it('assigns a network smaller than a /48 to the first owner', async () => {
    const { ownerOf, list } = await listOf(
      '2001:db8:1::,2001:db8:1:0:ffff:ffff:ffff:ffff,64500,First\n' +
        '2001:db8:1:1::,2001:db8:2:ffff:ffff:ffff:ffff:ffff,64501,Second\n',
    );
    expect(list.invalidLines).toBe(0);
    expect(ownerOf('2001:db8:1:1::1')).toBe('First');
    expect(ownerOf('2001:db8:2::1')).toBe('Second');
  });

  it('reads more lines than its initial capacity', async () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, index) => `${index * 10},${index * 10 + 4},${index + 1},N${index}`,
    );
    const { list } = await listOf(lines.join('\n'));
    expect(list.ipv4.length).toBe(5_000);
    for (let index = 0; index < 5_000; index += 1) {
      expect(list.findIpv4(index * 10 + 4)?.isp).toBe(`N${index}`);
      expect(list.findIpv4(index * 10 + 5)).toBeUndefined();
    }
  });
});
