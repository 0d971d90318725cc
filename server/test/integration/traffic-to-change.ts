import { newId } from '../../src/platform/ids.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { startReplay } from '../../src/services/conversions/replays.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { insertInboxRows } from '../../src/store/conversions/inbox.ts';
import { makeInboxRow } from '../../src/testing/traffic/inbox-rows.ts';

const receivedMs = Date.UTC(2026, 5, 15, 12);
const day = { from: '2026-06-15T00:00:00Z', to: '2026-06-16T00:00:00Z' };

export async function makeTrafficToChange(context: WorkspaceContext, campaignId: string) {
  const { workspaceId, database } = context;
  const row = makeInboxRow({ workspaceId, campaignId, receivedMs, query: 'cid=1' });
  await database.asSystem(async (executor) => {
    await insertInboxRows(executor, newId(), [row]);
    await executor
      .updateTable('inbox')
      .set({ verdict: 'no-rule', handled_at: new Date(receivedMs) })
      .where('id', '=', row.id)
      .execute();
  });
  const postbackUrl = 'https://ads.example.com/?id={externalid}';
  return {
    sourceWithPostback: await createTrafficSource(context, { name: 'T', postbackUrl }),
    replay: (await startReplay(context, day)).id,
  };
}

type TrafficFixture = Awaited<ReturnType<typeof makeTrafficToChange>>;

export const trafficMutations = {
  testPostback: ({ sourceWithPostback }: TrafficFixture) => ({
    path: '/postbacks/test',
    body: { trafficSourceId: sourceWithPostback.id, send: true },
  }),
  startReplay: () => ({ path: '/inbox/replays', body: { ...day, apply: { requests: 1 } } }),
  stopReplay: ({ replay }: TrafficFixture) => ({ path: `/inbox/replays/${replay}/stop` }),
};
