import { expect, test } from 'vitest';
import { WaypostError } from '../../platform/errors.ts';
import { describeOutage } from './describe-outage.ts';

const withCode = (code: string) => Object.assign(new Error('server error'), { code });

test.each([
  ['57014', 'A database statement timed out'],
  ['55P03', 'Timed out while waiting for a database lock'],
  ['25P03', 'The database ended an idle transaction'],
  ['53300', 'The database has reached its connection limit'],
  ['53100', 'The database is out of memory or disk space'],
  ['57P01', 'The database is not responding'],
  ['08006', 'The database is not responding'],
  ['ECONNREFUSED', 'The database is not responding'],
])('describeOutage describes error %s as "%s"', (code, message) => {
  expect(describeOutage(withCode(code))).toBe(message);
});

test('describeOutage reports that the database is not responding after a driver read timeout', () => {
  expect(describeOutage(new Error('Query read timeout'))).toBe('The database is not responding');
});

test('describeOutage returns undefined for other errors', () => {
  expect(describeOutage(withCode('23505'))).toBeUndefined();
  expect(describeOutage(new WaypostError('NOT_FOUND', 'Campaign not found'))).toBeUndefined();
});
