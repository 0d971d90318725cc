import { describe, expect, it } from 'vitest';
import { isSecretName, replaceValues } from './secret-pairs.ts';

it.each([
  'key',
  'KEY',
  'api_key',
  'postbackKey',
  'X-Api-Key',
  'key2',
  'partner-key1',
  'accessToken',
  'my_client_secret',
  'user.password',
  'passwd',
  'sig',
  'hmac_sha256',
])('isSecretName is true for %s', (name) => {
  expect(isSecretName(name)).toBe(true);
});

it.each(['monkey', 'keyword', 'tokens', 'sign_up', 'cid', 'author', 'hashtag', ''])(
  'isSecretName is false for %j',
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);

describe('replaceValues', () => {
  const pairsIn = (text: string) => {
    const pairs: unknown[] = [];
    const same = replaceValues(text, (pair) => {
      pairs.push(Object.values(pair));
      return undefined;
    });
    expect(same).toBe(text);
    return pairs;
  };

  it.each([
    ['{"a": "x y"}', [['a', 'x y', 'x y']]],
    ['{"\\u0061":"\\"q\\""}', [['a', '"q"', '\\"q\\"']]],
    ['{"a":-1.5e3,"b":[]}', [['a', '-1500', '-1.5e3']]],
    ['{"a":"\\x"}', [['a', '\\x', '\\x']]],
    [
      'a=1+2&b=%41;c=%zz?d=',
      [
        ['a', '1 2', '1+2'],
        ['b', 'A', '%41'],
        ['c', '%zz', '%zz'],
        ['d', '', ''],
      ],
    ],
    ['nothing here', []],
  ])('passes the name, decoded value and written value of each pair in %s', (text, expected) => {
    expect(pairsIn(text)).toEqual(expected);
  });

  it('replaces only values for which the callback returns a replacement', () => {
    const hide = (text: string) => replaceValues(text, ({ name }) => (name === 'a' ? '*' : undefined));
    expect(hide('{ "a" : "x", "b":1, "a":2 }')).toBe('{ "a" : "*", "b":1, "a":"*" }');
    expect(hide('a=1&b=2&%61=3')).toBe('a=*&b=2&%61=*');
  });
});
