import { describe, expect, it } from 'vitest';
import { reportRequest } from '../refusals.ts';
import { explainRefusal } from './explain-refusal.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('what PostgreSQL did not answer', () => {
  it('is too heavy where it ended the question by its limit', () => {
    expect(explainRefusal(withCode('57014'), reportRequest)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('fewer dimensions') as unknown,
      details: { reason: 'too-heavy' },
    });
  });

  it.each([
    ['cut off', withCode('08006')],
    ['out of connections', withCode('53300')],
    ['shutting down', withCode('57P01')],
    ['not there', withCode('ECONNREFUSED')],
    ['frozen', new Error('the server does not answer')],
  ])('is away where it is %s', (_, error) => {
    const refused = explainRefusal(error, reportRequest);
    expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(refused).not.toMatchObject({ details: { reason: 'too-heavy' } });
  });

  it('is a fault of ours where it is neither', () => {
    const error = withCode('42601');
    expect(explainRefusal(error, reportRequest)).toBe(error);
  });
});
