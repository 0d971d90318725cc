import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clickIdLength, makeClickIds } from './click-id.ts';
import { makeSipHash } from './sip-hash.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const key = Uint8Array.from({ length: 16 }, (_, at) => at * 7);
const clickIds = makeClickIds(key);

const visitIds = fc.uuid();
const numbers = fc.nat(2 ** 32 - 1);
const everyone = fc.tuple(visitIds, numbers);

// Generates any UTF-16 code units, including lone surrogates.
const anyText = (length: number) =>
  fc
    .array(fc.nat(0xffff), { minLength: length, maxLength: length })
    .map((codes) => String.fromCharCode(...codes));

// Reference implementation with big integers.
function slowNumber(visitId: string, campaignNumber: number): bigint {
  const signed = Buffer.from(
    visitId.replaceAll('-', '') + campaignNumber.toString(16).padStart(8, '0'),
    'hex',
  );
  const hash = makeSipHash(key);
  hash.ofBytes(signed, signed.length);
  return (BigInt(`0x${signed.toString('hex')}`) << 64n) | (BigInt(hash.low) << 32n) | BigInt(hash.high);
}

function toBase62(number: bigint): string {
  let text = '';
  for (let rest = number; text.length < clickIdLength; rest /= 62n)
    text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}

describe('a click ID', () => {
  it('has 38 letters and digits that encode visit, campaign and code as one number', () => {
    fc.assert(
      fc.property(everyone, ([visitId, number]) => {
        const text = clickIds.encode(visitId, number);
        expect(text).toMatch(/^[0-9A-Za-z]{38}$/);
        expect(text).toBe(toBase62(slowNumber(visitId, number)));
      }),
    );
  });

  it('decodes to the visit, campaign and time that it was created from', () => {
    fc.assert(
      fc.property(everyone, ([visitId, campaignNumber]) => {
        const timeMs = Number.parseInt(visitId.replaceAll('-', '').slice(0, 12), 16);
        expect(clickIds.decode(clickIds.encode(visitId, campaignNumber))).toEqual({
          visitId,
          campaignNumber,
          timeMs,
        });
      }),
    );
  });

  it.each([
    ['00000000-0000-0000-0000-000000000000', 0],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 2 ** 32 - 1],
  ])('supports the limits of the range: %s', (visitId, campaignNumber) => {
    expect(clickIds.decode(clickIds.encode(visitId, campaignNumber))).toMatchObject({
      visitId,
      campaignNumber,
    });
  });

  it('is rejected if any character is changed', () => {
    const text = clickIds.encode('018f4c3a-7b2c-7def-8abc-0123456789ab', 42);
    for (let at = 0; at < text.length; at += 1)
      for (const character of alphabet) {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (changed !== text) expect(clickIds.decode(changed)).toBeUndefined();
      }
  });

  it('is rejected with a different key', () => {
    const others = makeClickIds(Uint8Array.from({ length: 16 }, (_, at) => at));
    fc.assert(
      fc.property(everyone, ([visitId, number]) => {
        expect(others.decode(clickIds.encode(visitId, number))).toBeUndefined();
      }),
    );
  });

  it('is rejected if one bit of visit, campaign or code differs', () => {
    fc.assert(
      fc.property(everyone, fc.bigInt(0n, 223n), ([visitId, number], bit) => {
        const text = toBase62(slowNumber(visitId, number) ^ (1n << bit));
        expect(clickIds.decode(text)).toBeUndefined();
      }),
    );
  });

  it('has only one representation, so a number that is larger by 2 ** 224 is rejected', () => {
    const text = toBase62(slowNumber('018f4c3a-7b2c-7def-8abc-0123456789ab', 42) + (1n << 224n));
    expect(text).toHaveLength(38);
    expect(clickIds.decode(text)).toBeUndefined();
    expect(clickIds.decode('z'.repeat(38))).toBeUndefined();
  });

  it('cannot be decoded from any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyText(38), fc.base64String()), (text) => {
        expect(clickIds.decode(text)).toBeUndefined();
      }),
    );
  });

  it.each(['', ' ', '\u0130', '-', '\ud83d'])(
    'is rejected if it contains other characters such as %j',
    (character) => {
      const text = clickIds.encode('018f4c3a-7b2c-7def-8abc-0123456789ab', 42);
      for (const at of [0, 1, 36, 37])
        expect(clickIds.decode(text.slice(0, at) + character + text.slice(at + 1))).toBeUndefined();
      expect(clickIds.decode(text + character.padEnd(1, 'a'))).toBeUndefined();
    },
  );

  it.each(['', 'x', '018f4c3a7b2c7def8abc0123456789ab', '018f4c3a-7b2c-7def-8abc-0123456789ag'])(
    'cannot be created for %j, which is not an ID',
    (visitId) => {
      expect(() => clickIds.encode(visitId, 1)).toThrow('8-4-4-4-12');
    },
  );

  it.each([-1, 2 ** 32, Number.NaN])('cannot be created for campaign number %d', (number) => {
    expect(() => clickIds.encode('018f4c3a-7b2c-7def-8abc-0123456789ab', number)).toThrow('number');
  });
});
