import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { Snapshot } from './snapshot.ts';

function setUp() {
  const broken: string[] = [];
  const snapshot = new Snapshot((campaignId) => broken.push(campaignId));
  const document = makeCampaignDocument();
  const { id, number } = document.campaign;
  const change = { campaignId: id, number, version: 1, document: JSON.stringify(document), incomingKeys: [] };
  return { snapshot, broken, document, change, id, number };
}

it('Snapshot finds a campaign by ID and by number', () => {
  const { snapshot, change, id, number } = setUp();
  snapshot.apply(change);
  expect(snapshot.find(id)?.document.campaign.id).toBe(id);
  expect(snapshot.findByNumber(number)).toBe(snapshot.find(id));
  expect(snapshot.find('nothing')).toBeUndefined();
  expect(snapshot.findByNumber(number + 1)).toBeUndefined();
});

it('Snapshot replaces the old version with the new one immediately', () => {
  const { snapshot, change, id } = setUp();
  snapshot.apply(change);
  expect(snapshot.find(id)?.version).toBe(1);
  snapshot.apply({ ...change, version: 2 });
  expect(snapshot.find(id)?.version).toBe(2);
});

it('Snapshot keeps an archived campaign, so that its visitors are redirected to the fallback URL', () => {
  const { snapshot, change, id } = setUp();
  snapshot.apply(change);
  snapshot.apply({ ...change, version: null });
  expect(snapshot.find(id)).toMatchObject({ isArchived: true, version: 1 });
});

it.each([
  ['with a newer format', (text: string) => text.replace('"format":1', '"format":2')],
  ['with invalid JSON', (text: string) => text.slice(1)],
])('Snapshot reports a document %s once and keeps the previous version', (_, damage) => {
  const { snapshot, broken, change, id } = setUp();
  snapshot.apply(change);
  snapshot.find(id);
  snapshot.apply({ ...change, version: 2, document: damage(change.document) });
  expect(snapshot.find(id)?.version).toBe(1);
  snapshot.find(id);
  expect(broken).toEqual([id]);
});

describe('incoming keys', () => {
  const keys = [
    { key: 'now', untilMs: null },
    { key: 'before', untilMs: 1_000 },
  ];

  it('find their campaign in any status until they expire, without reading its document', () => {
    const { snapshot, broken, change, id } = setUp();
    snapshot.apply({ ...change, version: null, document: 'no document', incomingKeys: keys });
    expect(snapshot.findByIncomingKey('now', 999_999)).toBe(id);
    expect(snapshot.findByIncomingKey('before', 999)).toBe(id);
    expect(snapshot.findByIncomingKey('before', 1_000)).toBeUndefined();
    expect(snapshot.findByIncomingKey('', 0)).toBeUndefined();
    expect(broken).toEqual([]);
    expect([...snapshot.changes()]).toMatchObject([{ campaignId: id, incomingKeys: keys }]);
  });

  it('are removed when a change no longer contains them', () => {
    const { snapshot, change, id } = setUp();
    snapshot.apply({ ...change, incomingKeys: keys });
    snapshot.apply({ ...change, incomingKeys: [{ key: 'next', untilMs: null }] });
    expect(snapshot.findByIncomingKey('next', 0)).toBe(id);
    expect(snapshot.findByIncomingKey('now', 0)).toBeUndefined();
    snapshot.apply({ ...change, document: null, incomingKeys: [{ key: 'next', untilMs: null }] });
    expect(snapshot.findByIncomingKey('next', 0)).toBeUndefined();
    snapshot.apply({ ...change, incomingKeys: keys });
    snapshot.replaceAll([], []);
    expect(snapshot.findByIncomingKey('now', 0)).toBeUndefined();
  });
});

it('Snapshot reports an offer as capped until its period ends', () => {
  const { snapshot } = setUp();
  snapshot.setFullRecords([{ recordId: 'o', untilMs: 1_000 }]);
  expect([snapshot.isFull('o', 999), snapshot.isFull('o', 1_000), snapshot.isFull('other', 0)]).toEqual([
    true,
    false,
    false,
  ]);
});
