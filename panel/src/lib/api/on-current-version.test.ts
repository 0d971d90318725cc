import { describe, expect, it } from 'vitest';
import { WaypostApiError } from '../../../../client/waypost-panel-client.ts';
import { onCurrentVersion } from './on-current-version.ts';

function refusal(details: Record<string, unknown>): WaypostApiError {
  const error = { code: 'CONFLICT' as const, message: 'changed', details };
  return new WaypostApiError(new Response(null, { status: 409 }), { ok: false, error, requestId: 'r' });
}

/** Answers the writes with the given responses in order, and records the versions that were sent. */
function writer(...answers: (string | Error)[]) {
  const versions: number[] = [];
  const write = (version: number) => {
    const answer = answers[versions.length] ?? new Error('unexpected write');
    versions.push(version);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { versions, write };
}

const stale = refusal({ reason: 'stale', version: 9 });

describe('onCurrentVersion', () => {
  it('writes once if the record has not changed', async () => {
    const { versions, write } = writer('saved');
    expect(await onCurrentVersion(3, write)).toBe('saved');
    expect(versions).toEqual([3]);
  });

  it('repeats the write with the version that the server names', async () => {
    const { versions, write } = writer(stale, 'saved');
    expect(await onCurrentVersion(3, write)).toBe('saved');
    expect(versions).toEqual([3, 9]);
  });

  it('gives up if the record changes again, instead of competing with someone else', async () => {
    const { versions, write } = writer(stale, stale);
    await expect(onCurrentVersion(3, write)).rejects.toBe(stale);
    expect(versions).toEqual([3, 9]);
  });

  it.each([
    ['a different reason', refusal({ reason: 'in-use', version: 9 })],
    ['no current version', refusal({ reason: 'stale' })],
    ['a version that is not a number', refusal({ reason: 'stale', version: '9' })],
    ['a lost connection', new TypeError('failed')],
  ])('does not repeat a write that failed with %s', async (_, error) => {
    const { versions, write } = writer(error, 'saved');
    await expect(onCurrentVersion(3, write)).rejects.toBe(error);
    expect(versions).toEqual([3]);
  });
});
