import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer } from '../../testing/edge/edge-server.ts';
import { report } from '../../testing/reports/report-visit.ts';

const document = makeCampaignDocument();
const { campaign } = document;
const page = 'https://page.example/lp?zone=7';
const start = async () => await makeEdgeServer({ documents: [document] });

describe('POST /v', () => {
  it('allows every origin in preflight responses that are cached for a day', async () => {
    const edge = await start();
    const { status, headers, body } = await edge.send('/v', {
      method: 'OPTIONS',
      headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
    });
    expect([status, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '86400',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each(['/go', '/t.js', '/p.gif', `/c/${campaign.id}`, '/', '/v/', '/vx'])(
    'is the only path with CORS headers: %s has none',
    async (path) => {
      const edge = await start();
      const { headers } = await edge.send(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example' },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  it.each(['GET', 'PUT', 'DELETE', 'HEAD'])('answers the method %s with 404', async (method) => {
    const edge = await start();
    expect((await edge.send('/v', { method })).status).toBe(404);
  });

  it.each([
    ['', 'text/plain'],
    ['{"c":', 'application/json'],
    [`c=${campaign.id}`, 'application/x-www-form-urlencoded'],
    ['\u0000\ufffd', 'image/png'],
  ])('answers the invalid body %j with 204 and stores nothing', async (body, type) => {
    const edge = await start();
    const response = await edge.send('/v', { method: 'POST', body, headers: { 'content-type': type } });
    expect([response.status, response.body]).toEqual([204, '']);
    expect([edge.visits(), edge.clicks(), edge.failures]).toEqual([[], [], []]);
  });

  it('accepts the content type application/json', async () => {
    const edge = await start();
    const headers = { 'content-type': 'application/json' };
    expect((await report(edge, { c: campaign.id, u: page }, headers)).status).toBe(200);
  });

  it('accepts bodies up to 16 KiB', async () => {
    const edge = await start();
    const pad = (length: number) => {
      const content = { c: campaign.id, x: '' };
      return { ...content, x: 'x'.repeat(length - JSON.stringify(content).length) };
    };
    expect((await report(edge, pad(16 * 1024))).status).toBe(200);
    const { status, headers } = await report(edge, pad(16 * 1024 + 1));
    expect([status, headers.connection]).toEqual([204, 'close']);
    expect(edge.visits()).toHaveLength(1);
  });

  it('answers 404 after an internal error, counts it and continues to serve requests', async () => {
    const edge = await start();
    const { visits } = edge.parts;
    edge.parts.visits = {
      append: () => {
        throw new Error('internal error');
      },
    };
    const response = await report(edge, { c: campaign.id, u: page });
    expect([response.status, response.body]).toEqual([404, 'Nothing here.\n']);
    expect([edge.parts.counters.failures, edge.failures.length]).toEqual([1, 1]);
    edge.parts.visits = visits;
    expect((await report(edge, { c: campaign.id, u: page })).status).toBe(200);
  });
});
