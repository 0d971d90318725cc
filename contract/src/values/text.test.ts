import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, recordName, requiredText, timezoneName } from './text.ts';

const anyCharacter = fc.oneof(fc.nat(0xff), fc.nat(0x10ffff)).map((point) => String.fromCodePoint(point));

function problemOf(schema: ReturnType<typeof requiredText>, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

describe('requiredText', () => {
  it('trims white space', () => {
    expect(requiredText(10).parse(' \t two words\n')).toBe('two words');
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['a line end and a tab', '\n\t'],
    ['a byte order mark', '\u{FEFF}'],
    ['a zero-width space', '\u{200B}'],
    ['a soft hyphen', '\u{AD}'],
    ['joiners and spaces', '\u{200D} \u{200C}'],
    ['a line separator', '\u{2028}'],
  ])('rejects invisible text as empty: %s', (_, value) => {
    expect(problemOf(requiredText(10), value)).toBe('must not be empty');
  });

  it('counts characters after trimming', () => {
    expect(requiredText(3).safeParse('  abc  ').success).toBe(true);
    expect(problemOf(requiredText(3), 'abcd')).toBe('must have at most 3 characters');
  });

  it('counts an emoji as one character', () => {
    expect(requiredText(3).safeParse('😀😀😀').success).toBe(true);
    expect(problemOf(requiredText(3), '😀😀😀😀')).toBe('must have at most 3 characters');
  });

  it.each(['a\0b', 'a\nb', 'a\u{7F}b', 'a\u{85}b', 'a\uD800b', 'a\uDC00'])(
    'rejects control characters and lone surrogates in %j',
    (value) => {
      expect(problemOf(requiredText(10), value)).toBe('must not contain control characters');
    },
  );

  it.each([
    ['a line separator', 'a\u{2028}b'],
    ['a paragraph separator', 'a\u{2029}b'],
    ['a right-to-left override', 'a\u{202E}b'],
    ['a right-to-left override at the end', 'a\u{202E}'],
    ['a directional isolate', 'a\u{2066}b'],
  ])('rejects text with %s', (_, value) => {
    expect(problemOf(requiredText(10), value)).toBe('must not contain control characters');
  });

  it.each(['👩‍👩‍👧', '🏳️‍🌈', '❤️', 'می‌خواهم', 'क्‍ष', 'Zoë', '…', '€'])('accepts %s unchanged', (value) => {
    expect(requiredText(10).parse(value)).toBe(value);
  });

  it.each([undefined, null, 7, {}, ['a']])('rejects %j, which is not text', (value) => {
    expect(requiredText(10).safeParse(value).success).toBe(false);
  });

  it('returns only trimmed, non-empty, short and printable text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (value) => {
        const { data } = requiredText(12).safeParse(value);
        if (data === undefined) return;
        expect(data).toBe(value.trim());
        expect(data).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
        expect(codePoints(data)).toBeLessThanOrEqual(12);
        expect(data).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u);
        expect(data.isWellFormed()).toBe(true);
      }),
    );
  });

  it('accepts printable text of valid length unchanged', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        printable.filter((value) => value.trim() === value),
        (value) => {
          expect(requiredText(12).parse(value)).toBe(value);
        },
      ),
    );
  });
});

describe('recordName', () => {
  it('accepts at most 160 characters', () => {
    expect(recordName.safeParse('ü'.repeat(160)).success).toBe(true);
    expect(recordName.safeParse('ü'.repeat(161)).success).toBe(false);
  });

  it('rejects invisible and disruptive characters and accepts joined emoji', () => {
    const names = ['\u{200B}', '\u{AD}', 'a\u{2028}b', 'a\u{202E}b', 'Familie 👩‍👩‍👧'];
    expect(names.map((name) => recordName.safeParse(name).success)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('timezoneName', () => {
  it.each([
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'UTC',
    'Etc/GMT+5',
  ])('accepts %s', (name) => {
    expect(timezoneName.parse(name)).toBe(name);
  });

  it('accepts every listed time zone in any case and returns the listed spelling', () => {
    const listed = Intl.supportedValuesOf('timeZone');
    for (const spell of [String, (name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()])
      expect(listed.map((name) => timezoneName.safeParse(spell(name)).data)).toEqual(listed);
  });

  it.each([
    ['utc', 'UTC'],
    ['Utc', 'UTC'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['ASIA/KOLKATA', 'Asia/Calcutta'],
    ['us/eastern', 'America/New_York'],
  ])('returns a spelling that the databases know for %s: %s', (name, zone) => {
    expect(timezoneName.parse(name)).toBe(zone);
  });

  it.each(['europe/berlin', 'EUROPE/BERLIN', 'Europe/berlin'])('returns Europe/Berlin for %s', (name) => {
    expect(timezoneName.parse(name)).toBe('Europe/Berlin');
  });

  it.each([
    '+02:00',
    '-0500',
    '+00',
    'GMT+5',
    'UTC+2',
    '',
    'Europe',
    'europe',
    'Mars/Olympus',
    ' Europe/Berlin',
  ])('rejects %j, which is an offset or does not exist', (name) => {
    expect(timezoneName.safeParse(name).error?.issues[0]?.message).toBe(
      'must be an IANA time zone such as Europe/Berlin',
    );
  });
});
