import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildKeyToken, formatKeyToken, locatorBytes, parseKeyToken, secretBytes } from './api-key-token.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^wpk_[0-9A-Za-z]{22}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/;
const formattedLength = 'wpk_'.length + 22 + '_'.length + 43 + 6;
const checksumStart = formattedLength - 6;

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const randomParts = fc.record({ locator: bytes(locatorBytes), secret: bytes(secretBytes) });
const tokens = randomParts.map(buildKeyToken);
const anyCharacter = fc.oneof(fc.nat(0xff), fc.nat(0x10ffff)).map((point) => String.fromCodePoint(point));
const positions = fc.nat(formattedLength - 1);

function replaceAt(text: string, position: number, replacement: string): string {
  return text.slice(0, position) + replacement + text.slice(position + 1);
}

function swapWithNext(text: string, position: number): string {
  return (
    text.slice(0, position) + text.charAt(position + 1) + text.charAt(position) + text.slice(position + 2)
  );
}

describe('buildKeyToken', () => {
  it('returns parts of fixed length, even if all bytes are 0 or 255', () => {
    const filled = (value: number) =>
      buildKeyToken({
        locator: new Uint8Array(locatorBytes).fill(value),
        secret: new Uint8Array(secretBytes).fill(value),
      });
    expect(filled(0)).toEqual({ locator: '0'.repeat(22), secret: '0'.repeat(43) });
    expect(formatKeyToken(filled(255))).toMatch(form);
  });

  it('preserves all random bits, so that different bytes give different tokens', () => {
    const decode = (text: string) =>
      [...text].reduce((value, digit) => value * 62n + BigInt(base62.indexOf(digit)), 0n);
    fc.assert(
      fc.property(randomParts, (random) => {
        const token = buildKeyToken(random);
        expect(decode(token.locator)).toBe(BigInt(`0x${Buffer.from(random.locator).toString('hex')}`));
        expect(decode(token.secret)).toBe(BigInt(`0x${Buffer.from(random.secret).toString('hex')}`));
      }),
    );
  });
});

describe('a formatted key token', () => {
  it('has the documented form and parses to its parts', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const text = formatKeyToken(token);
        expect(text).toMatch(form);
        expect(parseKeyToken(text)).toEqual(token);
      }),
    );
  });

  it('keeps its format between releases, so that keys in use stay valid', () => {
    const token = buildKeyToken({
      locator: Uint8Array.from({ length: locatorBytes }, (_, index) => index),
      secret: Uint8Array.from({ length: secretBytes }, (_, index) => 255 - index),
    });
    expect(formatKeyToken(token)).toBe(
      'wpk_000SYW7RiJxkEgOGusQGwp_yhgIGB9quGfHP8Y83EcC2im5kZukTeYkpb69aekqK3M4YzYDl',
    );
  });

  it('is rejected if any character is changed', () => {
    const characters = fc.oneof(fc.constantFrom(...base62, '_'), anyCharacter);
    fc.assert(
      fc.property(tokens, positions, characters, (token, position, character) => {
        const text = formatKeyToken(token);
        fc.pre(text.charAt(position) !== character);
        expect(parseKeyToken(replaceAt(text, position, character))).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('is rejected or read as a different token after two neighboring characters are swapped', () => {
    fc.assert(
      fc.property(tokens, fc.nat(formattedLength - 2), (token, position) => {
        const text = formatKeyToken(token);
        const swapped = swapWithNext(text, position);
        fc.pre(swapped !== text);
        // Swapping the last character of the body with the first character of the checksum changes both parts, so the
        // new checksum can, in rare cases, match the new body.
        if (position === checksumStart - 1) expect(parseKeyToken(swapped)).not.toEqual(token);
        else expect(parseKeyToken(swapped)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('is rejected when truncated at either end', () => {
    fc.assert(
      fc.property(tokens, fc.integer({ min: 1, max: formattedLength }), (token, missing) => {
        const text = formatKeyToken(token);
        expect(parseKeyToken(text.slice(0, -missing))).toBeUndefined();
        expect(parseKeyToken(text.slice(missing))).toBeUndefined();
      }),
    );
  });

  it('is rejected with other text before, after or within it', () => {
    fc.assert(
      fc.property(
        tokens,
        fc.nat(formattedLength),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }),
        (token, position, extra) => {
          const text = formatKeyToken(token);
          expect(parseKeyToken(text.slice(0, position) + extra + text.slice(position))).toBeUndefined();
        },
      ),
    );
    expect(parseKeyToken(`${formatKeyToken(buildKeyToken(fixedParts()))}\n`)).toBeUndefined();
  });

  it('is rejected in a different case', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const text = formatKeyToken(token);
        for (const other of [text.toUpperCase(), text.toLowerCase()].filter((one) => one !== text))
          expect(parseKeyToken(other)).toBeUndefined();
      }),
    );
  });
});

describe('parseKeyToken', () => {
  it('returns undefined for any other text and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(parseKeyToken(text)).toBeUndefined();
      }),
    );
  });

  it('rejects a token with a different checksum', () => {
    fc.assert(
      fc.property(tokens, fc.stringMatching(/^[0-9A-Za-z]{6}$/), (token, checksum) => {
        const text = formatKeyToken(token);
        fc.pre(!text.endsWith(checksum));
        expect(parseKeyToken(text.slice(0, checksumStart) + checksum)).toBeUndefined();
      }),
    );
  });
});

function fixedParts() {
  return { locator: new Uint8Array(locatorBytes).fill(7), secret: new Uint8Array(secretBytes).fill(9) };
}
