import { describe, expect, it } from 'vitest';
import { hideInDifference, hideInUrl, hideSecrets, revealSecrets } from './hide-secrets.ts';

const bearer = { name: 'Authorization', value: 'Bearer secret-{token1}' };
const plain = { name: 'Content-Type', value: 'text/plain' };

describe('hideInUrl', () => {
  it.each([
    [
      'https://a.example/p?clickid={externalid}&key=abc123&value={payout}',
      'https://a.example/p?clickid={externalid}&key=********&value={payout}',
    ],
    [
      'https://a.example/?api_key=1&postbackKey=2&s2s-token=3',
      'https://a.example/?api_key=********&postbackKey=********&s2s-token=********',
    ],
    ['https://a.example/?to%6ben=abc', 'https://a.example/?to%6ben=********'],
    [
      'https://a.example/?token={token1}&key=pre-{clickid}',
      'https://a.example/?token={token1}&key=********{clickid}',
    ],
    [
      'https://a.example/?keyword=shoes&monkey=1&aid=5&tid=6&token=',
      'https://a.example/?keyword=shoes&monkey=1&aid=5&tid=6&token=',
    ],
    [
      'https://api.example/bot123456789:AAE1x-yZ0aBcDeFgHiJkLmNoPqRsTuVwXyZ/sendMessage?chat_id=5',
      'https://api.example/********/sendMessage?chat_id=5',
    ],
    ['https://a.example/0123456789abcdef0123456789abcdef/{clickid}', 'https://a.example/********/{clickid}'],
    [
      'https://a.example/conversion-postback-v2-2026/{clickid}',
      'https://a.example/conversion-postback-v2-2026/{clickid}',
    ],
  ])('shows %s as %s', (url, shown) => {
    expect(hideInUrl(url)).toBe(shown);
  });
});

describe('hideSecrets', () => {
  it('hides secrets in URLs, headers and bodies anywhere in a record, and nothing else', () => {
    const action = {
      idx: 1,
      postbackUrl: 'https://a.example/?key=1',
      postbackHeaders: [bearer, plain],
      postbackBody: '{"access_token": "abc", "pin": 12, "value": {payout}}',
    };
    const hidden = {
      idx: 1,
      postbackUrl: 'https://a.example/?key=********',
      postbackHeaders: [{ ...bearer, value: '********' }, plain],
      postbackBody: '{"access_token": "********", "pin": 12, "value": {payout}}',
    };
    const data = {
      goals: [{ actions: [action] }],
      at: new Date(0),
      none: null,
      url: 'https://b.example/?key=1',
    };
    expect(hideSecrets(data)).toEqual({ ...data, goals: [{ actions: [hidden] }] });
    expect(hideSecrets({ postbackUrl: null, postbackBody: 'token=abc&a=1' })).toEqual({
      postbackUrl: null,
      postbackBody: 'token=********&a=1',
    });
    expect(hideInDifference('goals[0].actions[0]', action)).toEqual(hidden);
  });

  it.each([
    ['postbackHeaders', [bearer], [{ ...bearer, value: '********' }]],
    ['goals[0].actions[0].postbackHeaders[0].value', 'Bearer secret', '********'],
    ['settings.postbackUrl', 'https://a.example/?key=1', 'https://a.example/?key=********'],
    ['goals[0].actions[0].postbackBody', 'key=1', 'key=********'],
    ['name', 'key=1', 'key=1'],
  ])('hides secrets in one value of a difference at %s', (path, value, shown) => {
    expect(hideInDifference(path, value)).toEqual(shown);
  });
});

describe('revealSecrets', () => {
  const known = 'https://a.example/AbCdEfGhIj0123456789/p?key=abc&goal=1&token=x-{clickid}-y';

  it('restores hidden values by parameter name, whatever else was edited', () => {
    expect(revealSecrets('postbackUrl', hideInUrl(known), known)).toBe(known);
    expect(revealSecrets('postbackUrl', 'https://a.example/q?goal=2&key=********', known)).toBe(
      'https://a.example/q?goal=2&key=abc',
    );
    expect(revealSecrets('postbackBody', '{"key":"********"}', '{"key":"abc"}')).toBe('{"key":"abc"}');
    expect(revealSecrets('postbackUrl', 'https://a.example/?key=new', null)).toBe(
      'https://a.example/?key=new',
    );
  });

  it.each([
    ['https://a.example/?key=********', null],
    ['https://a.example/?secret=********', known],
    ['https://a.example/?goal=********', known],
  ])('returns undefined if the hidden value is unknown: %s', (text, from) => {
    expect(revealSecrets('postbackUrl', text, from)).toBeUndefined();
  });
});
