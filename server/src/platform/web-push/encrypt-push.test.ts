import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptPush, makeBrowserKeys } from '../../testing/push/decrypt-push.ts';
import { encryptPush, isPushPublicKey } from './encrypt-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

// RFC 8291, section 5 and appendix A.
const example = {
  message: bytes('V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24'),
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  receiverPrivateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('encryptPush', () => {
  it('returns the body of the example in RFC 8291', () => {
    const { message, salt, privateKey, ...keys } = example;
    expect(encryptPush(message, keys, { salt, privateKey }).toString('base64url')).toBe(example.body);
  });

  it('encrypts each message with a new salt and key, and the receiver decrypts it', () => {
    const browser = makeBrowserKeys();
    const message = Buffer.from('12 € ✓');
    const [first, second] = [encryptPush(message, browser.keys), encryptPush(message, browser.keys)];
    expect(first.subarray(0, 16)).not.toEqual(second.subarray(0, 16));
    expect(first.subarray(21, 86)).not.toEqual(second.subarray(21, 86));
    expect([first, second].map((body) => decryptPush(body, browser).toString())).toEqual([
      '12 € ✓',
      '12 € ✓',
    ]);
  });

  it('fills at most 4096 bytes, the limit of push services', () => {
    const browser = makeBrowserKeys();
    const longest = encryptPush(Buffer.alloc(3_993, 1), browser.keys);
    expect(longest).toHaveLength(4_096);
    expect(decryptPush(longest, browser)).toHaveLength(3_993);
    expect(() => encryptPush(Buffer.alloc(3_994), browser.keys)).toThrow('too long');
  });
});

it('decryptPush reads the example in RFC 8291', () => {
  const browser = { keys: example, privateKey: example.receiverPrivateKey };
  expect(decryptPush(bytes(example.body), browser).toString()).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

describe('isPushPublicKey', () => {
  it('accepts points on the curve P-256', () => {
    expect([example.p256dh, makeBrowserKeys().keys.p256dh].map(isPushPublicKey)).toEqual([true, true]);
  });

  it.each([
    ['of the wrong length', example.p256dh.subarray(0, 64)],
    ['in compressed form', Buffer.concat([Buffer.of(2), example.p256dh.subarray(1, 33)])],
    ['with a different first byte', Buffer.concat([Buffer.of(5), example.p256dh.subarray(1)])],
    ['that is not on the curve', Buffer.concat([Buffer.of(4), Buffer.alloc(63, 7), randomBytes(1)])],
  ])('refuses a key %s', (_, key) => {
    expect(isPushPublicKey(key)).toBe(false);
  });
});
