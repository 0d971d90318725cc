import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFiles } from './read-files.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/postbacks.md'), 'utf8');
const examples = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);

/** Indents an example so that it continues the list item `head`. */
function continueItem(head: string, example: string, indent: number): string {
  return head + example.replaceAll(/^(?=.)/gm, ' '.repeat(indent));
}

function readCampaigns(text: string) {
  const files = new Map([
    ['waypost.yaml', Buffer.from('format: 1\nworkspace: { timezone: UTC, currency: USD }\n')],
    ['campaigns.yaml', Buffer.from(text)],
  ]);
  const { mistakes, entries } = readFiles(files, []);
  return { mistakes, goals: entries.campaigns?.[0]?.entry.goals };
}

const campaign = '- name: Spring\n  trafficSource: Ads\n  rotator: Main\n';
const action = `${campaign}  goals:\n    - label: Sales\n      actions:\n        - idx: 1\n          label: Sale\n`;

describe('the postback documentation', () => {
  it('has an importable example of triggers', () => {
    const { mistakes, goals } = readCampaigns(continueItem(action, examples[0] ?? '', 10));
    expect(mistakes).toEqual([]);
    expect(goals).toMatchObject([{ actions: [{ postbackOn: ['approved', 'refunded'] }] }]);
  });

  it('has an importable example of a conversion API', () => {
    const { mistakes, goals } = readCampaigns(continueItem(campaign, examples[1] ?? '', 2));
    expect(mistakes).toEqual([]);
    expect(goals).toMatchObject([{ actions: [{ postbackMethod: 'POST', postbackOn: ['first'] }] }]);
  });

  it('has an example body that is validated: a missing comma is an error', () => {
    const broken = (examples[1] ?? '').replace('"{postbackid}",', '"{postbackid}"');
    expect(readCampaigns(continueItem(campaign, broken, 2)).mistakes).toHaveLength(1);
  });
});
