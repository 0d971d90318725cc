import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusePassword, refuseStrength } from './password-policy.ts';

const email = 'margarete@example.com';
const common = 'is a common password';
const answers = [
  undefined,
  'must have at least 12 characters',
  'must have at most 1000 characters',
  'must not contain your email address',
  common,
  ...['is a single word with a year', 'is a well-known phrase', 'is based on a season, month or day'].map(
    (refusal) => `${refusal}: use several unrelated words`,
  ),
];
const anyCharacter = fc.oneof(fc.nat(0xff), fc.nat(0x10ffff)).map((point) => String.fromCodePoint(point));

describe('refusePassword', () => {
  it.each([
    'copper lantern walrus',
    'Summer lanterns over Tromsø 2026',
    'dismayed otters 2026 kettle',
    'Mq7rzT2026xLp9',
    'copperlanternwalrus2026',
    'tr0ub4dor&3-zebra',
    'vier zwölf Äpfel',
    '🐎🔋📎🐎🍎🎺🧦🪜🎻🫖🦊🪁',
    'k9$Lm2#Qx7!vB',
    'my password is long',
    '0123 horses 4567',
    '012345678902',
    'ｃｏｐｐｅｒ ｗａｌｒｕｓ',
    'two lines\nof words',
  ])('accepts %j', (password) => {
    expect(refusePassword(password, email)).toBeUndefined();
  });

  it('counts code points', () => {
    expect(refusePassword('🐎🔋📎🐎🍎🎺🧦', email)).toBe('must have at least 12 characters');
    expect(refusePassword('elf Zeichen', email)).toBe('must have at least 12 characters');
    expect(refusePassword('zwölf Zeiche', email)).toBeUndefined();
  });

  it('accepts up to 1000 characters and rejects more', () => {
    const long = Array.from({ length: 1_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
    expect(refusePassword(long, email)).toBeUndefined();
    expect(refusePassword(`${long}!`, email)).toBe('must have at most 1000 characters');
  });

  it.each(['margarete-2026', 'my MARGARETE pw', 'xmargaretexx'])(
    'rejects %s, which contains the local part of the email address',
    (password) => {
      expect(refusePassword(password, 'Margarete@example.com')).toBe('must not contain your email address');
    },
  );

  it('ignores a short local part, which may occur by chance', () => {
    expect(refusePassword('tooth brush ann', 'ann@example.com')).toBeUndefined();
    expect(refusePassword('Ann@Example.com', 'ann@example.com')).toBe('must not contain your email address');
  });

  it.each([
    'aaaaaaaaaaaa',
    'abababababab',
    'abcabcabcabc',
    'abcdabcdabcd',
    'abcdabcdabcd12!',
    '            ',
    '😀😀😀😀😀😀😀😀😀😀😀😀',
    'aaaaaaaaaaaa\n',
    '\n\n\n\n\n\n\n\n\n\n\n\n',
    'ａａａａａａａａａａａａ',
  ])('rejects %j, a repeated short text', (password) => {
    expect(refusePassword(password, email)).toBe(common);
  });

  it.each([
    'Password1234',
    'qwerty!!!2026',
    'letmein-please',
    'WAYPOST-admin',
    '1234567890123456',
    'ｐａｓｓｗｏｒｄ１２３４５６',
  ])('rejects %s, which starts with a common password', (password) => {
    expect(refusePassword(password, email)).toBe(common);
  });

  it.each(['abcdefghijkl', 'mnopqrstuvwxyz', 'WERTYUIOPASD', '1q2w3e4r5t6y'])(
    'rejects %s, a sequence of the alphabet or keyboard',
    (password) => {
      expect(refusePassword(password, email)).toBe(common);
    },
  );

  it.each(['012345678901', '098765432109', '109876543210', '789012345678', '987654321098'])(
    'rejects %s, a sequence of digits that wraps around',
    (password) => {
      expect(refusePassword(password, email)).toBe(common);
    },
  );

  it('rejects every ascending or descending sequence of twelve or more digits', () => {
    const digits = fc.record({
      first: fc.nat(9),
      step: fc.constantFrom(1, 9),
      length: fc.integer({ min: 12, max: 40 }),
    });
    fc.assert(
      fc.property(digits, ({ first, step, length }) => {
        const password = Array.from({ length }, (_, index) => (first + step * index) % 10).join('');
        expect(refusePassword(password, email)).toBe(common);
      }),
    );
  });

  const advice = 'use several unrelated words';

  it.each([
    'Football2026!!',
    'Liverpool1999!',
    'Autumn2026!!',
    'June2026!June2026',
    '!!Xkvqzwbn2025',
    'Summ3r2026!!!',
  ])('rejects %s, a single word with a year', (password) =>
    expect(refusePassword(password, email)).toBe(`is a single word with a year: ${advice}`),
  );

  it.each([
    'Summer2026#Berlin',
    'Winter2025Summer',
    'SummerWinterSpring',
    'Frühling-2026-Köln',
    'Monday, Tuesday!',
    'January & June 26',
  ])('rejects %s, a season, month or day with little else', (password) => {
    expect(refusePassword(password, email)).toBe(`is based on a season, month or day: ${advice}`);
  });

  it.each([
    'correcthorsebatterystaple',
    'Correct Horse Battery Staple',
    'correct-horse-battery-staple-1!',
    'c0rrect h0rse battery st4ple',
    'correct horse battery',
    'WinterIsComing2026',
    'to be, or not to be',
  ])('rejects %s, a well-known phrase', (password) => {
    expect(refusePassword(password, email)).toBe(`is a well-known phrase: ${advice}`);
  });

  it('returns undefined or a known message for any password and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 40 }),
        fc.string({ maxLength: 20 }),
        (password, address) => {
          expect(answers).toContain(refusePassword(password, address));
        },
      ),
    );
  });

  it('rejects every password that is too short', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 11 }), (password) => {
        expect(refusePassword(password, email)).toBe('must have at least 12 characters');
      }),
    );
  });
});

describe('refuseStrength', () => {
  it.each([
    ['common', 'is a common password: use several unrelated words'],
    [
      'userInputs',
      'contains your email address, your workspace name or the product name: use several unrelated words',
    ],
    [null, 'is easy to guess: use several unrelated words'],
    ['something new', 'is easy to guess: use several unrelated words'],
  ])('explains the weakness (%s) and gives advice', (warning, sentence) => {
    for (const score of [0, 1, 2]) expect(refuseStrength({ score, warning })).toBe(sentence);
  });

  it('accepts a sufficient score regardless of the warning', () => {
    for (const score of [3, 4]) expect(refuseStrength({ score, warning: 'common' })).toBeUndefined();
  });
});

it.each([
  ['a word of 16 letters with a year', 'walruswalrusxylo2026', 'walruswalrusxylop2026'],
  ['a word with two additional digits', '2026lanternish82', '2026lanternish829'],
  ['a season with seven additional letters', 'kqzvbnxherbst', 'kqzvbnxyherbst'],
  ['a phrase with seven additional letters', 'kqzvbnxhakunamatata', 'kqzvbnxyhakunamatata'],
])('refusePassword rejects %s, but accepts the password with one more character', (_, rejected, accepted) => {
  expect(refusePassword(rejected, email)).toBeDefined();
  expect(refusePassword(accepted, email)).toBeUndefined();
});

it('refusePassword rejects the local part of an email address if it has at least four letters', () => {
  expect(refusePassword('tooth brush anna', 'anna@example.com')).toBeDefined();
  expect(refusePassword('tooth brush ann', 'ann@example.com')).toBeUndefined();
});

it('refuseStrength rejects scores below three', () => {
  const refused = [0, 1, 2, 3, 4].map((score) => refuseStrength({ score, warning: null }) !== undefined);
  expect(refused).toEqual([true, true, true, false, false]);
});
