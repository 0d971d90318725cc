import { describe, expect, it } from 'vitest';
import { compareAddresses, formatChange } from './compare-addresses.ts';

const own = ['203.0.113.7', '2001:db8::7'];
const compare = (found: string[], options: { own?: string[]; reached?: string[] } = {}) => {
  const { state, changes } = compareAddresses({ found, own, reached: [], ...options });
  return [state, ...changes.map((change) => formatChange('a.example', change))];
};

describe('addresses of a name', () => {
  it.each([[['203.0.113.7']], [['2001:db8::7']], [['203.0.113.7', '2001:db8::7']]])(
    '%j match a machine that has all of them',
    (found) => {
      expect(compare(found)).toEqual(['matches']);
    },
  );

  it('are missing if there are none', () => {
    expect(compare([])).toEqual([
      'missing',
      'create the record a.example A 203.0.113.7',
      'create the record a.example AAAA 2001:db8::7',
    ]);
    expect(compare([], { own: [] })).toEqual([
      'missing',
      'create the record a.example A the public IPv4 address of this machine',
    ]);
  });

  it('differ if they lead to another machine', () => {
    expect(compare(['198.51.100.1'])).toEqual(['differs', 'change the A record of a.example to 203.0.113.7']);
    expect(compare(['198.51.100.1', '203.0.113.7'])).toEqual([
      'differs',
      'delete the record a.example A 198.51.100.1',
    ]);
  });

  it('differ if only the IPv6 address leads to another machine, which an authority may prefer', () => {
    expect(compare(['203.0.113.7', '2001:db8::1'])).toEqual([
      'differs',
      'change the AAAA record of a.example to 2001:db8::7',
    ]);
    expect(compare(['203.0.113.7', '2001:db8::1'], { own: ['203.0.113.7'] })).toEqual([
      'differs',
      'delete the record a.example AAAA 2001:db8::1',
    ]);
  });

  it('match if they lead here through a load balancer', () => {
    expect(compare(['198.51.100.1'], { reached: ['198.51.100.1'] })).toEqual(['matches']);
  });

  it('cannot be judged if the addresses of this machine are not known', () => {
    expect(compare(['198.51.100.1', '2001:db8::1'], { own: [] })).toEqual(['unknown']);
    expect(compare(['198.51.100.1'], { own: ['2001:db8::7'] })).toEqual(['unknown']);
  });
});
