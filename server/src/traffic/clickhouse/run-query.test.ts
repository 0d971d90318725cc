import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { reportRequest } from '../request-errors.ts';
import { explainQueryError } from './run-query.ts';

const explainType = (type: string) =>
  explainQueryError(new ClickHouseError({ message: 'x', code: '1', type }), reportRequest);

describe('explainQueryError for ClickHouse', () => {
  it.each(['TIMEOUT_EXCEEDED', 'TOO_SLOW'])('maps %s to too-heavy', (type) => {
    expect(explainType(type)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('fewer dimensions') as unknown,
      details: { reason: 'too-heavy' },
    });
  });

  it.each([
    ['too many queries', explainType('TOO_MANY_SIMULTANEOUS_QUERIES')],
    ['a refused connection', explainQueryError(new Error('connect ECONNREFUSED'), reportRequest)],
    // ClickHouse's own time limit is shorter than the client's timeout.
    ['an unresponsive server', explainQueryError(new DOMException('over', 'TimeoutError'), reportRequest)],
  ])('maps %s to unavailable', (_, explained) => {
    expect(explained).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(explained).not.toMatchObject({ details: { reason: 'too-heavy' } });
  });
});
