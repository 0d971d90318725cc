import { describe, expect, it } from 'vitest';
import { readVapid } from '../../testing/push/decrypt-push.ts';
import { makeVapidKeys, signVapid } from './vapid.ts';

const now = new Date('2026-11-16T09:00:00Z');
const endpoint = 'https://push.example.net:8443/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV';
const contact = 'https://panel.example.com';

// RFC 8292, section 2.4.
const example =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

it('readVapid verifies the example in RFC 8292', () => {
  expect(readVapid(example)).toMatchObject({
    isValid: true,
    claims: { aud: 'https://push.example.net', exp: 1_453_523_768, sub: 'mailto:push@example.com' },
  });
});

describe('signVapid', () => {
  it('has the structure of the example, with the origin of the push service and an end within 24 hours', () => {
    const keys = makeVapidKeys();
    const read = readVapid(signVapid(keys, { endpoint, contact, now }));
    expect(read).toEqual({
      isValid: true,
      header: readVapid(example).header,
      claims: { aud: 'https://push.example.net:8443', exp: now.getTime() / 1_000 + 43_200, sub: contact },
      publicKey: keys.publicKey,
    });
  });

  it('can be verified only with the public key of the pair', () => {
    const other = makeVapidKeys();
    const header = signVapid(makeVapidKeys(), { endpoint, contact, now });
    expect(readVapid(header.replace(/k=.*/, `k=${other.publicKey}`)).isValid).toBe(false);
  });
});

it('makeVapidKeys returns a new pair, the public key as an uncompressed point and the private key with 32 bytes', () => {
  const pairs = Array.from({ length: 300 }, makeVapidKeys);
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(300);
  expect(pairs.every(({ publicKey }) => /^B[\w-]{86}$/.test(publicKey))).toBe(true);
  expect(pairs.every(({ privateKey }) => /^[\w-]{43}$/.test(privateKey))).toBe(true);
});
