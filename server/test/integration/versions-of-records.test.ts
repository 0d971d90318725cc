import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  archiveAffiliateNetwork,
  restoreAffiliateNetworks,
  updateAffiliateNetwork,
} from '../../src/services/affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import { asSystem, type WorkspaceContext } from '../../src/services/context.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { getOffer } from '../../src/services/offers/offers.ts';
import { updateOffer } from '../../src/services/offers/update-offer.ts';
import { addTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { getTrafficSource, updateTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { restoreVersion } from '../../src/services/versions/restore-version.ts';
import { getVersion, listVersions } from '../../src/services/versions/versions.ts';
import { Database } from '../../src/store/database/database.ts';
import type { RecordType } from '../../src/store/records/record-versions.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8, secret: 's'.repeat(64) });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

const url = 'https://page.example/?s={clickid}';

async function listChanges(type: RecordType, id: string): Promise<[number, string[]][]> {
  const { items } = await listVersions(context, type, id);
  return items.map(({ version, changes }) => [version, changes]);
}

test('each change to an offer creates a version with author and description, and restoring one restores references', async () => {
  const network = await createAffiliateNetwork(context, { name: 'Network' });
  const { id } = await createOffer(context, { name: 'Offer', url });
  await updateOffer(context, id, {
    affiliateNetworkId: network.id,
    payout: { mode: 'fixed', amount: 2.5 },
    caps: [{ limit: 10, per: 'day', counts: 'conversions' }],
  });
  await updateOffer(context, id, { payout: { mode: 'fixed', amount: 2.5 } });
  await updateOffer(context, id, { affiliateNetworkId: null, name: 'Renamed' });
  expect(await listChanges('offer', id)).toEqual([
    [3, ['name changed from “Offer” to “Renamed”', 'affiliate network changed from “Network” to nothing']],
    [2, expect.arrayContaining(['payout mode changed from “auto” to “fixed”'])],
    [1, []],
  ]);
  const { author, content } = await getVersion(context, { type: 'offer', id }, '3');
  expect(author).toMatchObject({ label: 'test' });
  const { id: _, version: __, createdAt: ___, ...shown } = await getOffer(context, id);
  expect(content).toEqual({ offer: shown, tags: [] });

  expect(await restoreVersion(context, { type: 'offer', id }, '2')).toEqual({ isChanged: true });
  expect(await getOffer(context, id)).toMatchObject({
    version: 4,
    name: 'Offer',
    affiliateNetworkId: network.id,
    payout: { mode: 'fixed', amount: 2.5 },
  });
  expect(await restoreVersion(context, { type: 'offer', id }, '4')).toEqual({ isChanged: false });
  // The referenced record must be active.
  await updateOffer(context, id, { affiliateNetworkId: null });
  await archiveAffiliateNetwork(context, network.id);
  await expect(restoreVersion(context, { type: 'offer', id }, '2')).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('archiving, restoring and tokens create versions, and an archived record cannot be restored to a version', async () => {
  const { id } = await createAffiliateNetwork(context, { name: 'A' });
  await issueNetworkToken(context, id);
  await archiveAffiliateNetwork(context, id);
  const record = { type: 'affiliate-network', id } as const;
  await expect(restoreVersion(context, record, '1')).rejects.toMatchObject({ code: 'CONFLICT' });
  await restoreAffiliateNetworks(context, { ids: [id] });
  await updateAffiliateNetwork(context, id, { statusMap: { ok: 'approved' } });
  expect(
    (await listChanges('affiliate-network', id)).map(([version, changes]) => [version, changes.length]),
  ).toEqual([
    [5, 1],
    [4, 1],
    [3, 1],
    [2, 0],
    [1, 0],
  ]);
  await restoreVersion(context, record, '1');
  expect((await listChanges('affiliate-network', id))[0]).toEqual([
    6,
    [expect.stringContaining('status map')],
  ]);
  const { items } = await listAuditLog(context, { subjectId: id });
  // The log contains version 6 twice, because restoring a version is logged both as a restore and as an update.
  expect(items.map(({ version }) => version)).toEqual([6, 6, 5, 4, 3, 2, 1]);
});

test('postback headers are masked in versions, encrypted in the database and restored in full', async () => {
  const header = { name: 'x-key', value: 'a secret value' };
  const { id } = await addTrafficSource(context, {
    name: 'Source',
    postbackUrl: 'https://source.example/postback',
    tokens: [{ index: 1, param: 'zone', name: 'Zone' }],
    postbackHeaders: [header],
  });
  await updateTrafficSource(context, id, { postbackHeaders: [] });
  const record = { type: 'traffic-source', id } as const;
  for (const version of ['1', '2', '3'])
    expect(JSON.stringify(await getVersion(context, record, version))).not.toContain(header.value);
  expect(JSON.stringify(await listVersions(context, 'traffic-source', id))).not.toContain(header.value);
  const { rows } = await asSystem(context, (executor) =>
    sql<{ content: object }>`SELECT content FROM record_versions WHERE record_id = ${id}`.execute(executor),
  );
  expect(JSON.stringify(rows)).toContain('sealed');
  expect(JSON.stringify(rows)).not.toContain(header.value);
  await restoreVersion(context, record, '2');
  expect(await getTrafficSource(context, id)).toMatchObject({ postbackHeaders: [header], version: 4 });
});

test("versions of another workspace's records are not found", async () => {
  const other = await makeWorkspace(database);
  const { id } = await createLanding(other, { name: 'L', url });
  const missing = { code: 'NOT_FOUND' };
  await expect(listVersions(context, 'landing', id)).rejects.toMatchObject(missing);
  await expect(getVersion(context, { type: 'landing', id }, '1')).rejects.toMatchObject(missing);
  await expect(restoreVersion(context, { type: 'landing', id }, '1')).rejects.toMatchObject(missing);
});
