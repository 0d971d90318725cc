import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { reportRequest } from '../refusals.ts';
import { explainRefusal } from './run-query.ts';

const refusedBy = (type: string) =>
  explainRefusal(new ClickHouseError({ message: 'x', code: '1', type }), reportRequest);

describe('what ClickHouse did not answer', () => {
  it.each(['TIMEOUT_EXCEEDED', 'TOO_SLOW'])('is too heavy where it says %s', (type) => {
    expect(refusedBy(type)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('fewer dimensions') as unknown,
      details: { reason: 'too-heavy' },
    });
  });

  it.each([
    ['too many ask', refusedBy('TOO_MANY_SIMULTANEOUS_QUERIES')],
    ['it is not there', explainRefusal(new Error('connect ECONNREFUSED'), reportRequest)],
    // Its own limit of time ends sooner than ours.
    ['it is frozen', explainRefusal(new DOMException('over', 'TimeoutError'), reportRequest)],
  ])('is away where %s', (_, refused) => {
    expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(refused).not.toMatchObject({ details: { reason: 'too-heavy' } });
  });
});
