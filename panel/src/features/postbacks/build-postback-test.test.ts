import { describe, expect, it } from 'vitest';
import { buildPostbackTest } from './build-postback-test.ts';

const input = { campaignId: 'c1', clickId: '', payout: '' };

describe('buildPostbackTest', () => {
  it.each([true, false])('sets send to %s, as chosen by the user', (send) => {
    expect(buildPostbackTest(input, send)).toEqual({ campaignId: 'c1', send });
  });

  it('includes the click ID and the payout without surrounding spaces', () => {
    expect(buildPostbackTest({ ...input, clickId: ' k1 ', payout: ' 2.50' }, false)).toEqual({
      campaignId: 'c1',
      send: false,
      clickId: 'k1',
      payout: '2.50',
    });
  });

  it('leaves out fields that contain only spaces', () => {
    expect(Object.keys(buildPostbackTest({ ...input, clickId: ' ', payout: '\t' }, true))).toEqual([
      'campaignId',
      'send',
    ]);
  });
});
