import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';
import { LostAnswer } from './lost-answer.ts';

const say = (init?: RequestInit) => describeError(new LostAnswer(init, new TypeError('failed'))).message;

it('says of a lost answer only what is known', () => {
  expect(say()).toBe('The server could not be reached.');
  expect(say({ method: 'GET' })).toBe('The server could not be reached.');
  expect(say({ method: 'PATCH' })).toBe(
    'The server could not be reached. It is not known whether this was saved: look before you try again.',
  );
  expect(say({ method: 'POST', headers: { 'idempotency-key': 'x' } })).toBe(
    'The server could not be reached. It is not known whether this was saved. Try again: it is not saved twice.',
  );
  expect(describeError(new TypeError('cut off')).message).toBe(
    'The answer of the server did not come to its end.',
  );
});
