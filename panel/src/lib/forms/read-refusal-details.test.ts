import { describe, expect, it } from 'vitest';
import { WaypostApiError } from '../../../../client/waypost-panel-client.ts';
import { correctTypo, readRefusal, readTypo } from './read-refusal.ts';

function refusal(details: Record<string, unknown>): WaypostApiError {
  const error = { code: 'VALIDATION' as never, message: 'invalid', details };
  return new WaypostApiError(new Response(null, { status: 422 }), { ok: false, error, requestId: 'r' });
}

describe('readRefusal', () => {
  it('returns field errors, capitalized', () => {
    const issues = [
      { path: 'name', message: 'name is taken' },
      { path: 'rules.0.label', message: 'too long' },
    ];
    expect(readRefusal(refusal({ issues })).issues).toEqual({
      name: 'Name is taken',
      'rules.0.label': 'Too long',
    });
  });

  it('returns the first of several errors for a field, as the form does', () => {
    const issues = [
      { path: 'url', message: 'enter a URL' },
      { path: 'url', message: 'too long' },
    ];
    expect(readRefusal(refusal({ issues })).issues).toEqual({ url: 'Enter a URL' });
  });

  it('ignores errors without a path or a text', () => {
    const issues = [{ path: 'name' }, { message: 'x' }, { path: 3, message: 'x' }];
    expect(readRefusal(refusal({ issues })).issues).toEqual({});
    expect(readRefusal(refusal({ issues: 'no list' })).issues).toEqual({});
  });

  it('returns the newer version, with the person and the time', () => {
    const current = { id: 'o1', version: 4 };
    const details = {
      reason: 'stale',
      current,
      changedAt: '2026-11-18T10:00:00.000Z',
      changedBy: { label: 'anna' },
    };
    expect(readRefusal(refusal(details)).stale).toEqual({
      current,
      changedAt: '2026-11-18T10:00:00.000Z',
      changedBy: 'anna',
    });
  });

  it('returns a newer version whose author is unknown', () => {
    expect(readRefusal(refusal({ reason: 'stale', current: {}, changedBy: null })).stale).toEqual({
      current: {},
      changedAt: null,
      changedBy: null,
    });
  });

  it.each([
    ['no current record', { reason: 'stale' }],
    ['a different reason', { reason: 'in-use', current: {} }],
  ])('returns no newer version with %s', (_, details) => {
    expect(readRefusal(refusal(details)).stale).toBeUndefined();
  });

  it('returns nothing for a lost connection', () => {
    expect(readRefusal(new TypeError('failed'))).toEqual({ issues: {}, typos: [], stale: undefined });
  });
});

describe('readTypo', () => {
  it('reads the written macro from the start of the message', () => {
    const warning = { path: 'url', message: '{clikid} is not a macro', suggestion: '{clickid}' };
    expect(readTypo(warning)).toEqual({ written: '{clikid}', meant: '{clickid}' });
  });

  it.each([
    { path: 'url', message: '{x} is not a macro' },
    { path: 'url', message: '', suggestion: '{clickid}' },
  ])('returns undefined for %j', (warning) => {
    expect(readTypo(warning)).toBeUndefined();
  });
});

describe('correctTypo', () => {
  const typo = { written: '{clikid}', meant: '{clickid}' };

  it('corrects texts at every depth, and nothing else', () => {
    const value = { url: '?a={clikid}', list: [{ body: '{clikid}' }, 3, null, true], name: 'clikid' };
    expect(correctTypo(value, typo)).toEqual({
      url: '?a={clickid}',
      list: [{ body: '{clickid}' }, 3, null, true],
      name: 'clikid',
    });
  });

  it('does not change the original', () => {
    const value = { url: '{clikid}' };
    correctTypo(value, typo);
    expect(value).toEqual({ url: '{clikid}' });
  });

  it('inserts a suggestion that contains $ literally', () => {
    expect(correctTypo('a={x}', { written: '{x}', meant: "{$&$'}" })).toBe("a={$&$'}");
  });
});
