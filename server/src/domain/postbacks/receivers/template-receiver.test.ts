import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { describe, expect, it } from 'vitest';
import { readIncoming } from '../../conversions/read-incoming.ts';
import { buildConversion } from '../../../testing/attribution/build-conversion.ts';
import { buildRecordedVisit } from '../../../testing/traffic/build-recorded-visit.ts';
import { templateReceiver } from './template-receiver.ts';

const postback = {
  postbackId: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718293',
  conversion: buildConversion({ idx: 1 }),
  visit: buildRecordedVisit({ externalId: 'x1' }),
  incoming: readIncoming([['cid', 'click-1']]),
  campaign: { name: 'C' },
  source: null,
  workspace: { timezone: 'UTC', currency: 'USD' },
};
const build = (url: string, request = {}) =>
  templateReceiver.buildRequest({ url, request: { ...defaultPostbackRequest, ...request } }, postback);
const judge = (status: number, body: string, successText: string | null) =>
  templateReceiver.judgeResponse({ status, body }, { successText });
const retry = { step: 0, nowMs: Date.UTC(2026, 10, 18), random: 0.5 };

describe('buildRequest of the template receiver', () => {
  it('replaces the macros in the URL and the body, and passes on the success text', () => {
    const request = {
      postbackMethod: 'POST',
      postbackBody: '{"id":"{externalid}"}',
      postbackSuccessText: 'ok',
    };
    expect(build('https://a.example/?x={externalid}', request)).toEqual({
      method: 'POST',
      url: 'https://a.example/?x=x1',
      headers: [{ name: 'content-type', value: 'application/json' }],
      body: '{"id":"x1"}',
      successText: 'ok',
    });
  });

  it('returns undefined for an invalid URL', () => {
    expect(build('not a url')).toBeUndefined();
  });
});

describe('judgeResponse of the template receiver', () => {
  it('accepts every body if there is no success text', () => {
    expect(judge(200, '{"code":40001}', null)).toBeUndefined();
  });

  it('accepts a body with the success text, regardless of spaces', () => {
    expect(judge(200, '{ "code": 0, "message": "OK" }', '"code":0')).toBeUndefined();
    expect(judge(204, '{"code":0}', '"code": 0')).toBeUndefined();
  });

  it.each(['{"code":40001}', ''])('rejects the body %j, which does not have the success text', (body) => {
    expect(judge(200, body, '"code":0')).toBe('unexpected_response');
  });

  it('returns undefined for other statuses, which the retry schedule handles', () => {
    expect(judge(503, '', '"code":0')).toBeUndefined();
    expect(judge(302, '', '"code":0')).toBeUndefined();
  });
});

describe('decideRetry of the template receiver', () => {
  it('treats an unexpected response as failed, without a retry', () => {
    expect(
      templateReceiver.decideRetry({ status: 200, error: 'unexpected_response', isRejected: true }, retry),
    ).toEqual({
      state: 'failed',
    });
  });

  it('retries after a temporary failure', () => {
    expect(templateReceiver.decideRetry({ status: 503, error: null }, retry).state).toBe('waiting');
    expect(templateReceiver.decideRetry({ status: 200, error: null }, retry)).toEqual({ state: 'delivered' });
  });
});
