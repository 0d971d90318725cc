import { describe, expect, it } from 'vitest';
import { reportRequest } from '../request-errors.ts';
import { explainQueryError } from './explain-query-error.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('explainQueryError for PostgreSQL', () => {
  it('maps a statement timeout to too-heavy', () => {
    expect(explainQueryError(withCode('57014'), reportRequest)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('fewer dimensions') as unknown,
      details: { reason: 'too-heavy' },
    });
  });

  it.each([
    ['a connection failure', withCode('08006')],
    ['too many connections', withCode('53300')],
    ['a shutdown', withCode('57P01')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['an unresponsive server', new Error('the server did not respond in time')],
  ])('maps %s to unavailable', (_, error) => {
    const explained = explainQueryError(error, reportRequest);
    expect(explained).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(explained).not.toMatchObject({ details: { reason: 'too-heavy' } });
  });

  it('returns other errors unchanged', () => {
    const error = withCode('42601');
    expect(explainQueryError(error, reportRequest)).toBe(error);
  });
});
