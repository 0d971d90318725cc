import { codePoints } from '@waypost/contract/values/text.ts';
import { refusePredictable } from './predictable-password.ts';

const lengthMin = 12;
const lengthMax = 1_000;
const advice = 'use several unrelated words';

// Patterns of passwords that are long enough but common in lists of stolen passwords.
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

/**
 * Returns why a password is rejected, or undefined if it is accepted. The reason completes the sentence "the password
 * …".
 */
export function refusePassword(password: string, email: string): string | undefined {
  const length = codePoints(password);
  if (length < lengthMin) return `must have at least ${lengthMin} characters`;
  if (length > lengthMax) return `must have at most ${lengthMax} characters`;
  const normalized = password.normalize('NFKC');
  const lower = normalized.toLowerCase();
  const name = email.split('@')[0]?.toLowerCase() ?? '';
  const containsEmail = lower.includes(email.toLowerCase()) || (name.length >= 4 && lower.includes(name));
  if (containsEmail) return 'must not contain your email address';
  const isCommon =
    weakShapes.some((shape) => shape.test(normalized)) ||
    runs.some((run) => run.repeat(1 + Math.ceil(lower.length / run.length)).includes(lower));
  if (isCommon) return 'is a common password';
  const refusal = refusePredictable(normalized);
  return refusal === undefined ? undefined : `${refusal}: ${advice}`;
}

const weaknesses: Record<string, string> = {
  straightRow: 'is a row of adjacent keys',
  keyPattern: 'is a keyboard pattern',
  simpleRepeat: 'repeats the same characters',
  extendedRepeat: 'repeats the same text',
  sequences: 'is based on a sequence such as abc or 123',
  recentYears: 'is based on a year',
  dates: 'is based on a date',
  topTen: 'is a common password',
  topHundred: 'is a common password',
  common: 'is a common password',
  similarToCommon: 'is similar to a common password',
  wordByItself: 'is a single word',
  namesByThemselves: 'is based on a name',
  commonNames: 'is based on a name',
  userInputs: 'contains your email address, your workspace name or the product name',
};

const scoreMin = 3;

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
