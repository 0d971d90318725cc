import { hiddenValue } from '@waypost/contract/postbacks/postback-requests.ts';
import { describe, expect, it } from 'vitest';
import type { DescribedWorkspace } from './describe-workspace.ts';
import { restoreHiddenValues } from './restore-hidden-values.ts';
import { readFiles } from './read-files.ts';

const goal = (label: string, idx: number, secret: string) =>
  `    - { label: ${label}, actions: [{ idx: ${idx}, label: ${label}, postbackUrl: "https://a.example/", postbackHeaders: [{ name: X-Key, value: "${secret}" }] }] }`;

function readCampaign(goals: string[]) {
  const text = ['- name: C', '  trafficSource: S', '  rotator: R', '  goals:', ...goals].join('\n');
  const given = readFiles(new Map([['campaigns.yaml', Buffer.from(text)]]), []);
  return { given, entry: given.entries.campaigns?.[0]?.entry };
}

function complete(goals: string[], stored: string[]) {
  const campaigns = new Map([['C', { entry: readCampaign(stored).entry }]]);
  const workspace = { records: { campaigns, trafficSources: new Map() } } as unknown as DescribedWorkspace;
  const { given, mistakes } = restoreHiddenValues(readCampaign(goals).given, workspace);
  const rules = given.entries.campaigns?.[0]?.entry.goals ?? [];
  const secrets = rules.flatMap(({ actions }) => actions).flatMap((action) => action.postbackHeaders);
  return { secrets: secrets.map(({ value }) => value), fields: mistakes.map(({ field }) => field) };
}

describe('hidden header values of goals', () => {
  const stored = [goal('Lead', 1, 'lead-key'), goal('Sale', 1, 'sale-key')];

  it('are taken from the stored goal with the same label and action', () => {
    const hidden = [goal('Sale', 1, hiddenValue), goal('Lead', 1, hiddenValue)];
    expect(complete(hidden, stored)).toEqual({ secrets: ['sale-key', 'lead-key'], fields: [] });
  });

  it('are reported if no stored goal has the same label and action', () => {
    const hidden = [goal('Sale', 2, hiddenValue), goal('Other', 1, hiddenValue)];
    expect(complete(hidden, stored).fields).toEqual([
      'goals.0.actions.0.postbackHeaders.0.value',
      'goals.1.actions.0.postbackHeaders.0.value',
    ]);
  });
});
