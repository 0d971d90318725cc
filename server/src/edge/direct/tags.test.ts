import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer, type EdgeServerOptions } from '../../testing/edge/edge-server.ts';

const document = makeCampaignDocument({ retention: { visitDays: 10, eventDays: 10, postbackDays: 10 } });
const visitTimeMs = Date.UTC(2026, 4, 1, 12) + 7;
const dayMs = 86_400_000;

const start = async (options: EdgeServerOptions = {}) =>
  await makeEdgeServer({ documents: [document], now: () => visitTimeMs + 2 * dayMs, ...options });

const tag = async (edge: EdgeServer, cid: string, names: unknown[], headers: Record<string, string> = {}) =>
  await edge.send('/v', { method: 'POST', headers, body: JSON.stringify({ cid, t: names }) });

function visitOf(edge: EdgeServer): { visitId: string; cid: string } {
  const visitId = newId(visitTimeMs);
  return { visitId, cid: edge.clickIds.encode(visitId, document.campaign.number) };
}

test('POST /v records tags in a separate row that refers to the visit and does not change any count', async () => {
  const edge = await start();
  const { visitId, cid } = visitOf(edge);
  const response = await tag(edge, cid, ['scrolled', "it's\ta"]);
  expect([response.status, response.body, response.headers['access-control-allow-origin']]).toEqual([
    204,
    '',
    '*',
  ]);
  const [row, ...others] = edge.clicks();
  expect(others).toEqual([]);
  const filled = Object.entries(row ?? {}).filter(([name, value]) => value !== '' && name !== 'id');
  expect(Object.fromEntries(filled)).toEqual({
    type: 'adjustment',
    workspace_id: document.workspaceId,
    campaign_id: document.campaign.id,
    visit_time: String(visitTimeMs / 1_000),
    time: `${(visitTimeMs + 2 * dayMs) / 1_000}`,
    visit_id: visitId,
    expires: '2026-05-11',
    tags: `['scrolled','it's\ta']`,
    reasons: "['tag']",
  });
  expect(row?.id).not.toBe(visitId);
  expect(edge.visits()).toEqual([]);
  expect(edge.parts.counters.rowResults.kept).toBe(1);
});

test('POST /v ignores and counts tags with a forged click ID', async () => {
  const edge = await start();
  const { cid } = visitOf(edge);
  const forged = `${cid.slice(0, -1)}${cid.endsWith('A') ? 'B' : 'A'}`;
  for (const sent of [forged, '', 'x', `${cid}0`]) expect((await tag(edge, sent, ['a'])).status).toBe(204);
  expect(edge.clicks()).toEqual([]);
  expect(edge.parts.counters.forgedClickIds).toBe(4);
});

test.each([
  ['no valid tag remains', [' ', 5, null], {}, 204],
  ['the visit has expired', ['a'], { now: () => visitTimeMs + 10 * dayMs + 1 }, 204],
  ['the campaign is unknown', ['a'], { documents: [] }, 204],
  ['the host is not a tracking domain', ['a'], { ownHosts: ['track.example'] }, 404],
])('POST /v records no tags if %s', async (_, names, options, status) => {
  const edge = await start(options);
  const response = await tag(edge, visitOf(edge).cid, names);
  expect([response.status, edge.clicks(), edge.parts.counters.forgedClickIds]).toEqual([status, [], 0]);
});
