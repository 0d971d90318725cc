import { describe, expect, it } from 'vitest';
import { buildSetUp } from './build-set-up.ts';
import { emptyDraft } from './draft.ts';
import { findByName, groupSources } from './use-choices.ts';

describe('findByName', () => {
  const networks = [{ name: 'Good Network' }, { name: 'Better' }];

  it.each(['Good Network', 'good network', ' GOOD NETWORK '])('finds a record typed as %j', (typed) => {
    expect(findByName(networks, typed)).toBe(networks[0]);
  });

  it.each(['', 'Good', 'Good  Network'])('finds no record for %j', (typed) => {
    expect(findByName(networks, typed)).toBeUndefined();
  });
});

describe('groupSources', () => {
  const templates = [{ id: 'push', name: 'Push' }];

  it('lists the workspace’s sources first, then templates, then the option for another source', () => {
    const groups = groupSources({ sources: [{ id: 's1', name: 'Mine' }], templates });
    expect(groups.map(({ group }) => group)).toEqual(['Your traffic sources', 'Templates', 'Other']);
  });

  it('leaves out the group of the workspace’s sources if there are none', () => {
    expect(groupSources({ sources: [], templates }).map(({ group }) => group)).toEqual([
      'Templates',
      'Other',
    ]);
  });

  it('offers values that buildSetUp turns into the matching request field', () => {
    const values = groupSources({ sources: [{ id: 's1', name: 'Mine' }], templates }).flatMap(({ items }) =>
      items.map(({ value }) => value),
    );
    expect(values.map((source) => Object.keys(buildSetUp({ ...emptyDraft, source }))[0])).toEqual([
      'trafficSourceId',
      'sourceTemplate',
      'trafficSource',
    ]);
  });
});
