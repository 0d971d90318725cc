import { describe, expect, it } from 'vitest';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { addVersionLabels, campaignOfVersions } from './use-version-labels.ts';

type ReportFilters = NonNullable<PanelReportDefinition['filters']>;
const days = { from: '2026-11-01', to: '2026-11-02' };
const ofFilters = (...filters: ReportFilters) =>
  campaignOfVersions({ ...days, dimensions: ['configVersion'], filters });

describe('campaignOfVersions', () => {
  const isSpring = { field: 'campaign', op: 'is', values: ['spring'] } as const;

  it('returns the campaign to which a report by version is filtered', () => {
    expect(ofFilters({ ...isSpring, values: ['spring'] })).toBe('spring');
  });

  it.each<[string, ReportFilters]>([
    ['without a filter', []],
    ['of several campaigns', [{ field: 'campaign', op: 'is', values: ['spring', 'summer'] }]],
    ['without a campaign', [{ field: 'campaign', op: 'isNot', values: ['spring'] }]],
    ['of another record', [{ field: 'offer', op: 'is', values: ['spring'] }]],
    ['of visits whose campaign is unknown', [{ field: 'campaign', op: 'is', values: [null] }]],
    ['that includes the unknown campaign', [{ field: 'campaign', op: 'is', values: ['spring', null] }]],
  ])('returns undefined for a report %s', (_, filters) => {
    expect(ofFilters(...filters)).toBeUndefined();
  });

  it('returns undefined for a report without versions', () => {
    const filters = [{ ...isSpring, values: ['spring'] }];
    expect(campaignOfVersions({ ...days, dimensions: ['offer'], filters })).toBeUndefined();
    expect(campaignOfVersions({ ...days, filters })).toBeUndefined();
  });
});

describe('addVersionLabels', () => {
  const version = { version: 3, createdAt: '2026-11-01T10:00:00.000Z', author: { label: 'ann@example.com' } };

  it('describes each version with its date, author and first change', () => {
    const labels = addVersionLabels({ offer: { o1: 'Shoes' } }, [
      { ...version, changes: ['Paused', 'Renamed'] },
      { ...version, version: 2, changes: [] },
    ]);
    expect(labels).toEqual({
      offer: { o1: 'Shoes' },
      configVersion: {
        3: '3, 1 Nov 2026, ann@example.com: Paused',
        2: '2, 1 Nov 2026, ann@example.com',
      },
    });
  });

  it('returns the same labels until the versions are loaded', () => {
    const labels = { offer: { o1: 'Shoes' } };
    expect(addVersionLabels(labels, undefined)).toBe(labels);
  });
});
