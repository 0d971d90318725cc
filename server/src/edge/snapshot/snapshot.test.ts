import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { Snapshot } from './snapshot.ts';

function setUp() {
  const broken: string[] = [];
  const snapshot = new Snapshot((campaignId) => broken.push(campaignId));
  const document = makeCampaignDocument();
  const { id, number } = document.campaign;
  const change = { campaignId: id, number, version: 1, document: JSON.stringify(document) };
  return { snapshot, broken, document, change, id, number };
}

it('serves a campaign by its id and by its number', () => {
  const { snapshot, change, id, number } = setUp();
  snapshot.apply(change);
  expect(snapshot.find(id)?.document.campaign.id).toBe(id);
  expect(snapshot.findByNumber(number)).toBe(snapshot.find(id));
  expect(snapshot.find('nothing')).toBeUndefined();
  expect(snapshot.findByNumber(number + 1)).toBeUndefined();
});

it('a new version takes the place of the old one at once', () => {
  const { snapshot, change, id } = setUp();
  snapshot.apply(change);
  expect(snapshot.find(id)?.version).toBe(1);
  snapshot.apply({ ...change, version: 2 });
  expect(snapshot.find(id)?.version).toBe(2);
});

it('an archived campaign is still known, so that its visitors get their fallback', () => {
  const { snapshot, change, id } = setUp();
  snapshot.apply(change);
  snapshot.apply({ ...change, version: null });
  expect(snapshot.find(id)).toMatchObject({ isArchived: true, version: 1 });
});

it.each([
  ['of a later format', (text: string) => text.replace('"format":1', '"format":2')],
  ['that is no JSON', (text: string) => text.slice(1)],
])('a document %s is reported once, and the version before it stays', (_, damage) => {
  const { snapshot, broken, change, id } = setUp();
  snapshot.apply(change);
  snapshot.find(id);
  snapshot.apply({ ...change, version: 2, document: damage(change.document) });
  expect(snapshot.find(id)?.version).toBe(1);
  snapshot.find(id);
  expect(broken).toEqual([id]);
});

describe('keys for incoming events', () => {
  const keys = [
    { key: 'now', untilMs: null },
    { key: 'before', untilMs: 1_000 },
  ];

  it('lead to their campaign until they end, whatever its state, and without its document being read', () => {
    const { snapshot, broken, change, id } = setUp();
    snapshot.apply({ ...change, version: null, document: 'no document', incomingKeys: keys });
    expect(snapshot.findByIncomingKey('now', 999_999)).toBe(id);
    expect(snapshot.findByIncomingKey('before', 999)).toBe(id);
    expect(snapshot.findByIncomingKey('before', 1_000)).toBeUndefined();
    expect(snapshot.findByIncomingKey('', 0)).toBeUndefined();
    expect(broken).toEqual([]);
    expect([...snapshot.changes()]).toMatchObject([{ campaignId: id, incomingKeys: keys }]);
  });

  it('that a change does not name any more are forgotten', () => {
    const { snapshot, change, id } = setUp();
    snapshot.apply({ ...change, incomingKeys: keys });
    snapshot.apply({ ...change, incomingKeys: [{ key: 'next', untilMs: null }] });
    expect(snapshot.findByIncomingKey('next', 0)).toBe(id);
    expect(snapshot.findByIncomingKey('now', 0)).toBeUndefined();
    snapshot.apply({ ...change, document: null, incomingKeys: [{ key: 'next', untilMs: null }] });
    expect(snapshot.findByIncomingKey('next', 0)).toBeUndefined();
    snapshot.apply({ ...change, incomingKeys: keys });
    snapshot.clear();
    expect(snapshot.findByIncomingKey('now', 0)).toBeUndefined();
  });
});

it('a full offer is full until its day ends', () => {
  const { snapshot } = setUp();
  snapshot.setFullRecords([{ recordId: 'o', untilMs: 1_000 }]);
  expect([snapshot.isFull('o', 999), snapshot.isFull('o', 1_000), snapshot.isFull('other', 0)]).toEqual([
    true,
    false,
    false,
  ]);
});
