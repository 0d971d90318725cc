import { describe, expect, it } from 'vitest';
import { exitCodes, OperatorError, type ExitReason } from './operator-error.ts';

describe('OperatorError', () => {
  it('has the exit code of its reason', () => {
    for (const reason of Object.keys(exitCodes) as ExitReason[])
      expect(new OperatorError(reason, 'x').exitCode).toBe(exitCodes[reason]);
  });

  it('keeps the message and the cause', () => {
    const cause = new Error('ENOSPC');
    const error = new OperatorError('dataDirectory', 'the disk is full.', { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toBe('the disk is full.');
    expect(error.cause).toBe(cause);
  });
});

describe('exitCodes', () => {
  // Scripts depend on these codes, so codes may be added but never changed.
  it.each([
    ['done', 0],
    ['unexpected', 1],
    ['usage', 2],
    ['configuration', 3],
    ['refused', 4],
    ['engineUnavailable', 5],
    ['dataDirectory', 6],
    ['portTaken', 7],
    ['problemsFound', 8],
    ['unsupportedPlatform', 9],
  ] as const)('contains %s with the code %i', (reason, code) => {
    expect(exitCodes[reason]).toBe(code);
  });

  it('contains unique codes below those that shells use for signals', () => {
    const codes = Object.values(exitCodes);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Math.max(...codes)).toBeLessThan(126);
  });
});
