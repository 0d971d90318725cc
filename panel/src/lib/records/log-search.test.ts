import { describe, expect, it } from 'vitest';
import { readLogSearch } from './log-search.ts';

describe('readLogSearch', () => {
  it('reads all parameters of a log', () => {
    const search = {
      campaignId: 'c1',
      verdict: 'counted',
      clickId: 'k1',
      range: 'last-7-days',
      state: 'failed',
      open: 'p1',
    };
    expect(readLogSearch(search)).toEqual(search);
  });

  it('ignores unknown parameters, empty values and values of other types', () => {
    expect(readLogSearch({ page: '2', campaignId: '', verdict: null, clickId: ['a'], open: true })).toEqual(
      {},
    );
  });

  it('reads an ID that consists of digits, which the router parses as a number', () => {
    expect(readLogSearch({ clickId: 123456 })).toEqual({ clickId: '123456' });
  });

  it.each(['waiting', 'delivered', 'failed'])('reads the status %s', (state) => {
    expect(readLogSearch({ state })).toEqual({ state });
  });

  it.each(['sent', 'Failed', 1, ''])('ignores the unknown status %j', (state) => {
    expect(readLogSearch({ state })).toEqual({});
  });

  it('removes a parameter that is changed to undefined', () => {
    const before = { campaignId: 'c1', state: 'failed' };
    expect(readLogSearch({ ...before, campaignId: undefined })).toEqual({ state: 'failed' });
  });
});
