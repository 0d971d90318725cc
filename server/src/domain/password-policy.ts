import { codePoints } from '@waypost/contract/text.ts';
import { refusePredictable } from './predictable-password.ts';

const lengthMin = 12;
const lengthMax = 1_000;
const advice = 'use several words that do not belong together';

// The shapes that lists of stolen passwords are full of and that still reach the least length.
const weakShapes = [
  /^(.{1,4})\1+.{0,3}$/su,
  /^(?:password|passwort|qwerty|letmein|welcome|admin|waypost|iloveyou|123456)/i,
];
const runs = [
  '0123456789',
  '9876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
];

/** Why a password is refused, in words that complete "the password …"; undefined where it is good. */
export function refusePassword(password: string, email: string): string | undefined {
  const length = codePoints(password);
  if (length < lengthMin) return `must have at least ${lengthMin} characters`;
  if (length > lengthMax) return `must have at most ${lengthMax} characters`;
  const plain = password.normalize('NFKC');
  const lower = plain.toLowerCase();
  const name = email.split('@')[0]?.toLowerCase() ?? '';
  const isAboutThem = lower.includes(email.toLowerCase()) || (name.length >= 4 && lower.includes(name));
  if (isAboutThem) return 'must not contain the e-mail address';
  const isCommon =
    weakShapes.some((shape) => shape.test(plain)) ||
    runs.some((run) => run.repeat(1 + Math.ceil(lower.length / run.length)).includes(lower));
  if (isCommon) return 'is one that lists of common passwords hold';
  const refusal = refusePredictable(plain);
  return refusal === undefined ? undefined : `${refusal}: ${advice}`;
}

/** What an estimate says is wrong, in words of ours that complete "the password …". */
const weaknesses: Record<string, string> = {
  straightRow: 'is a row of keys',
  keyPattern: 'is a pattern of keys',
  simpleRepeat: 'repeats the same characters',
  extendedRepeat: 'repeats the same piece',
  sequences: 'is little more than a sequence such as abc or 123',
  recentYears: 'is little more than a year',
  dates: 'is little more than a date',
  topTen: 'is one that lists of common passwords hold',
  topHundred: 'is one that lists of common passwords hold',
  common: 'is one that lists of common passwords hold',
  similarToCommon: 'is close to one that lists of common passwords hold',
  wordByItself: 'is little more than one word',
  namesByThemselves: 'is little more than a name',
  commonNames: 'is little more than a name',
  userInputs: 'is about your address, your workspace or this product',
};

const scoreMin = 3;

/** Why a password that is easy to guess is refused; undefined where it holds out. */
export function refuseStrength({
  score,
  warning,
}: {
  score: number;
  warning: string | null;
}): string | undefined {
  if (score >= scoreMin) return undefined;
  return `${weaknesses[warning ?? ''] ?? 'is easy to guess'}: ${advice}`;
}
