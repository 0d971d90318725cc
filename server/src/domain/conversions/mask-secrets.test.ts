import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from './mask-secrets.ts';

const token = 'q7bX0vJ2mN5sT8wZ1aC4dF6gH9kL3pRe';
const isSecret = (value: string) => value === token;

describe('maskSecrets', () => {
  it.each([
    ['cid=1&token=abcdefghijklmnop&sum=2', 'cid=1&token=abc…&sum=2'],
    ['Security-Token=abcdefghijklmnop', 'Security-Token=abc…'],
    ['cid=1;key=short', 'cid=1;key=…'],
    ['cid=x?secret=abc', 'cid=x?secret=…'],
    ['cid=1&url=https://x/?token=abcdefghijklmnop', 'cid=1&url=https://x/?token=abc…'],
    ['api_token=abcdefghijklmnop&hmac=abc', 'api_token=abc…&hmac=…'],
    ['apikey=1&access_token=2&auth=3&hmac_sha256=4', 'apikey=…&access_token=…&auth=…&hmac_sha256=…'],
    ['to%6ben=abcdefghijklmnop', 'to%6ben=abc…'],
    [`x=${token}&y=1`, 'x=q7b…&y=1'],
    [`x=q7%62X0${token.slice(5)}`, 'x=q7%…'],
    ['{"token": "abcdefghijklmnop", "cid": "1"}', '{"token": "abc…", "cid": "1"}'],
    ['{"t\\u006fken":"abcdefghijklmnop"}', '{"t\\u006fken":"abc…"}'],
    ['{"api_key":12345678901234}', '{"api_key":"123…"}'],
    [`{"data":["${token}"]}`, '{"data":["q7b…"]}'],
    ['{"secret":"abcdefghijklmnop", broken', '{"secret":"abc…", broken'],
    ['{"url":"https://x/?token=abcdefghijklmnop"}', '{"url":"https://x/?token=abc…"}'],
    [`--b\r\nname="t"\r\n\r\n${token}\r\n--b--`, '--b\r\nname="t"\r\n\r\nq7b…\r\n--b--'],
  ])('masks %s', (text, shown) => {
    expect(maskSecrets(text, isSecret)).toBe(shown);
  });
});

it.each(['cid=0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V&payout=1.50&token=', '{"cid": "1",\n "sum": 1.10}', ''])(
  'maskSecrets leaves other text unchanged: %s',
  (text) => expect(maskSecrets(text, isSecret)).toBe(text),
);

it('maskSecrets masks a known token in any context', () => {
  const around = fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\w-]/g, '.'));
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(maskSecrets(`${before}${token}${after}`, isSecret)).not.toContain(token);
    }),
  );
});
