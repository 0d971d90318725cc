import { expect, test } from 'vitest';
import { WaypostError } from '../../platform/errors.ts';
import { describeAbsence } from './describe-absence.ts';

const withCode = (code: string) => Object.assign(new Error('of the server'), { code });

test.each([
  ['57014', 'a statement took longer than the database allows'],
  ['55P03', 'a lock was not free in time'],
  ['25P03', 'the database ended a transaction that was idle for too long'],
  ['53300', 'the database has no connection to spare'],
  ['53100', 'the database is out of memory or disk space'],
  ['57P01', 'the database does not answer'],
  ['08006', 'the database does not answer'],
  ['ECONNREFUSED', 'the database does not answer'],
])('names the cause of %s', (code, message) => {
  expect(describeAbsence(withCode(code))).toBe(message);
});

test('says that the database does not answer when the driver has waited in vain', () => {
  expect(describeAbsence(new Error('Query read timeout'))).toBe('the database does not answer');
});

test('leaves other errors alone', () => {
  expect(describeAbsence(withCode('23505'))).toBeUndefined();
  expect(describeAbsence(new WaypostError('NOT_FOUND', 'Campaign not found'))).toBeUndefined();
});
