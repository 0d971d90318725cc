import type { PostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { describe, expect, it } from 'vitest';
import {
  changeHeaders,
  fillRequest,
  isSecretHeader,
  judgeRequest,
  refuseHidden,
} from './postback-request.ts';

const bearer = { name: 'Authorization', value: 'Bearer secret-{token1}' };
const typed = (value: string) => [{ name: 'Content-Type', value }];
const post = (postbackBody: string | null, postbackHeaders = [bearer]): PostbackRequest => ({
  postbackMethod: 'POST',
  postbackHeaders,
  postbackBody,
  postbackSuccessText: null,
});
const values = {
  value: (name: string) => ({ payout: '1.5', token1: 'a\r\nb: c', txid: 'T"1' })[name],
  param: () => undefined,
};

describe('judgeRequest', () => {
  it.each<[string, PostbackRequest, string, string]>([
    [
      'a body that is not JSON',
      post('{"a":}'),
      'postbackBody',
      'must be valid JSON after macros are replaced',
    ],
    [
      'a body in a GET',
      { ...post('{}'), postbackMethod: 'GET' },
      'postbackBody',
      'must be empty if postbackMethod is GET',
    ],
    [
      'an unsupported content type',
      post('<a/>', typed('application/xml')),
      'postbackHeaders',
      'a body requires the content type application/json, application/x-www-form-urlencoded or text/plain',
    ],
    [
      'a raw value in a body',
      post('{"a":"{txid:raw}"}'),
      'postbackBody',
      'must not use :raw, which works only in URLs',
    ],
    [
      'too many macros',
      post(`[${Array.from({ length: 51 }, () => '{txid}').join(',')}]`),
      'postbackBody',
      'must contain at most 50 macros',
    ],
  ])('rejects %s', (_, request, path, message) => {
    expect(judgeRequest(request)).toEqual([{ path, message }]);
  });

  it('accepts valid requests', () => {
    for (const request of [
      post('{"sum":{payout},"list":[{txid}]}'),
      post('a={txid}', typed('application/x-www-form-urlencoded; charset=utf-8')),
      post('anything {', typed('text/plain')),
      post('{"a":1}', typed('application/cloudevents+json')),
      post(`[${Array.from({ length: 50 }, () => '{txid}').join(',')}]`),
      post(null),
      { ...post(null), postbackMethod: 'GET' as const },
    ])
      expect(judgeRequest(request)).toEqual([]);
  });
});

it('fillRequest escapes values for the content type and adds a missing content type', () => {
  expect(fillRequest(post('{"sum":{payout},"id":"{txid}"}'), values)).toEqual({
    method: 'POST',
    headers: [
      { name: 'Authorization', value: 'Bearer secret-a%0D%0Ab: c' },
      { name: 'content-type', value: 'application/json' },
    ],
    body: '{"sum":1.5,"id":"T\\"1"}',
    successText: null,
  });
  const form = typed('application/x-www-form-urlencoded');
  expect(fillRequest(post('id={txid}', form), values)).toEqual({
    method: 'POST',
    headers: form,
    body: 'id=T%221',
    successText: null,
  });
});

it('refuseHidden rejects masked values', () => {
  const hidden = [bearer, { name: 'X-Key', value: '********' }];
  expect(refuseHidden(post(null, hidden))).toMatchObject([{ path: 'postbackHeaders.1.value' }]);
  expect(refuseHidden(post(null))).toEqual([]);
  const masked = { ...post('{"key":"********"}'), postbackUrl: 'https://a.example/?key=********' };
  expect(refuseHidden(masked).map(({ path }) => path)).toEqual(['postbackUrl', 'postbackBody']);
});

it('changeHeaders changes all postback headers in a record and nothing else', () => {
  const at = new Date(0);
  const data = {
    name: 'x',
    at,
    none: null,
    list: [{ postbackHeaders: [bearer], other: [1] }],
    deep: { rule: { postbackHeaders: [] } },
    postbackHeaders: 'no list',
  };
  expect(changeHeaders(data, (headers) => headers.length)).toEqual({
    name: 'x',
    at,
    none: null,
    list: [{ postbackHeaders: 1, other: [1] }],
    deep: { rule: { postbackHeaders: 0 } },
    postbackHeaders: 'no list',
  });
});

it('isSecretHeader is true for all headers except content-type, accept and user-agent', () => {
  const names = ['Content-Type', 'accept', 'User-Agent', 'Authorization', 'X-Key'];
  expect(names.filter(isSecretHeader)).toEqual(['Authorization', 'X-Key']);
});
