import { describe, expect, it } from 'vitest';
import { sendInBatches, type VersionedId } from './send-in-batches.ts';

const recordsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, version: at + 1, status: 'active', name: 'n' }));

/** Answers each request with its records, each with the next version number, and records the requests. */
function server({ failsAt }: { failsAt?: number } = {}) {
  const requests: VersionedId[][] = [];
  let open = 0;
  const send = async ({ records }: { records: VersionedId[] }) => {
    requests.push(records);
    open += 1;
    expect(open).toBe(1);
    await Promise.resolve();
    open -= 1;
    if (requests.length - 1 === failsAt) throw new Error('refused');
    return { records: records.map(({ id, version }) => ({ id, version: version + 1 })) };
  };
  return { requests, send };
}

describe('sendInBatches', () => {
  it('sends up to 500 records in one request', async () => {
    const { requests, send } = server();
    await sendInBatches(recordsOf(500), send);
    expect(requests.map((records) => records.length)).toEqual([500]);
  });

  it('splits more than 500 records into requests that follow one another, in order', async () => {
    const { requests, send } = server();
    await sendInBatches(recordsOf(1_001), send);
    expect(requests.map((records) => records.length)).toEqual([500, 500, 1]);
    expect(requests.flat().map(({ id }) => id)).toEqual(recordsOf(1_001).map(({ id }) => id));
  });

  it('sends only the ID and the version of a record', async () => {
    const { requests, send } = server();
    await sendInBatches(recordsOf(1), send);
    expect(requests).toEqual([[{ id: 'r0', version: 1 }]]);
  });

  it('returns the changed records from all responses', async () => {
    const changed = await sendInBatches(recordsOf(501), server().send);
    expect(changed).toHaveLength(501);
    expect([changed[0], changed[500]]).toEqual([
      { id: 'r0', version: 2 },
      { id: 'r500', version: 502 },
    ]);
  });

  it('sends no further request after a request that failed', async () => {
    const { requests, send } = server({ failsAt: 1 });
    await expect(sendInBatches(recordsOf(1_500), send)).rejects.toThrow('refused');
    expect(requests).toHaveLength(2);
  });

  it('sends no request if there are no records', async () => {
    const { requests, send } = server();
    expect(await sendInBatches([], send)).toEqual([]);
    expect(requests).toEqual([]);
  });
});
