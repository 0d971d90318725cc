import { readFileSync } from 'node:fs';
import { errorCodes, type ErrorCode } from '@waypost/contract/api/error-codes.ts';
import { describe, expect, it } from 'vitest';
import { describeCauses, describeError, systemCode, WaypostError } from './errors.ts';

describe('WaypostError', () => {
  it('has the HTTP status of its code', () => {
    for (const code of Object.keys(errorCodes) as ErrorCode[])
      expect(new WaypostError(code as 'CONFLICT', 'x', { reason: 'test' }).status).toBe(
        errorCodes[code].status,
      );
  });

  it('keeps its cause out of the code, message and details', () => {
    const error = new WaypostError('CONFLICT', 'taken', {
      reason: 'taken',
      details: { blocked: ['a'] },
      cause: new Error('hush'),
    });
    expect(error.cause).toEqual(new Error('hush'));
    expect(JSON.stringify([error.code, error.message, error.details])).toBe(
      '["CONFLICT","taken",{"blocked":["a"]}]',
    );
    expect(JSON.stringify(error)).not.toContain('hush');
  });

  it('has empty details by default', () => {
    expect(new WaypostError('NOT_FOUND', 'gone').details).toEqual({});
  });
});

describe('describeError', () => {
  it.each([
    [new Error('broken'), 'broken'],
    [new WaypostError('NOT_FOUND', 'gone'), 'gone'],
    ['plain text', 'plain text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
  ])('describes %j', (error, expected) => {
    expect(describeError(error)).toBe(expected);
  });
});

describe('systemCode', () => {
  it('returns the code of a system error', () => {
    let code: string | undefined;
    try {
      readFileSync('/nowhere/at/all');
    } catch (error) {
      code = systemCode(error);
    }
    expect(code).toBe('ENOENT');
  });

  it.each([undefined, null, 'ENOENT', 7, {}, { code: 7 }, new Error('ENOENT')])(
    'returns undefined for %j',
    (error) => {
      expect(systemCode(error)).toBeUndefined();
    },
  );
});

describe('describeCauses', () => {
  const refused = new Error('connect ECONNREFUSED 192.0.2.7:5432');

  it.each([
    [
      new Error('the database does not answer', { cause: refused }),
      `the database does not answer: ${refused.message}`,
    ],
    [
      new AggregateError([refused, new Error('connect ECONNREFUSED ::1:5432')]),
      `${refused.message}, connect ECONNREFUSED ::1:5432`,
    ],
    [
      new Error(`cannot connect: ${refused.message}.`, { cause: refused }),
      `cannot connect: ${refused.message}.`,
    ],
    ['text', 'text'],
    [undefined, ''],
  ])('joins the messages of an error and all its causes: %s', (error, text) => {
    expect(describeCauses(error)).toBe(text);
  });
});
