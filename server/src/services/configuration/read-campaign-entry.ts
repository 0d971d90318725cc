import { campaignDefaults, campaignStatus, newCampaign } from '@waypost/contract/campaigns/campaigns.ts';
import { goalRulesInput } from '@waypost/contract/goals/goals.ts';
import { orElse } from '@waypost/contract/values/lists.ts';
import { campaignSettingsChange } from '@waypost/contract/accounts/settings.ts';
import { z } from 'zod';
import { replaceInTree, replaceRecords } from './condition-names.ts';
import type { CampaignEntry, GoalEntry } from './entries.ts';
import {
  commonFields,
  describeIssue,
  orNull,
  readWith,
  reference,
  splitFields,
  type EntryIssue,
  type EntryReading,
} from './entry-fields.ts';
import { withoutFields } from './read-rotator-entry.ts';
import { PlaceholderIds } from './placeholder-ids.ts';

export const campaignSettingsDefaults = {
  attributionDays: 90,
  passParameters: false,
  fallbackUrl: null,
  postbackUrl: null,
} as const;

const cost = newCampaign.shape.cost
  .transform((given) => ({
    mode: given?.mode ?? campaignDefaults.cost.mode,
    amount: given?.amount ?? campaignDefaults.cost.amount,
  }))
  .refine(({ mode, amount }) => mode !== 'revshare' || amount <= 1, {
    path: ['amount'],
    message: 'must be a share of revenue between 0 and 1',
  });

const trackingFields = newCampaign.shape.tracking.unwrap().unwrap().shape;
const tracking = z
  .strictObject({
    method: trackingFields.method,
    domain: reference.toLowerCase().nullish(),
    includePrefetch: trackingFields.includePrefetch,
  })
  .nullish()
  .transform((given) => ({
    method: given?.method ?? campaignDefaults.tracking.method,
    domain: given?.domain ?? null,
    includePrefetch: given?.includePrefetch ?? campaignDefaults.tracking.includePrefetch,
  }));

const settings = campaignSettingsChange.shape;
const campaignHead = z.strictObject({
  key: commonFields.key,
  name: commonFields.name,
  tags: commonFields.tags,
  status: orElse(campaignStatus, 'active'),
  trafficSource: reference,
  rotator: reference,
  country: orNull(newCampaign.shape.country),
  cost,
  tracking,
  attributionDays: settings.attributionDays.transform(
    (given) => given ?? campaignSettingsDefaults.attributionDays,
  ),
  passParameters: settings.passParameters.transform(
    (given) => given ?? campaignSettingsDefaults.passParameters,
  ),
  fallbackUrl: orNull(settings.fallbackUrl),
  postbackUrl: settings.postbackUrl.transform((text) => (text === '' ? null : (text ?? null))),
});

export function readCampaignEntry(input: unknown): EntryReading<CampaignEntry> {
  const { fields } = splitFields(input, ['goals'], []);
  const head = readWith(campaignHead, withoutFields(input, ['goals']));
  const goals = readGoals(fields?.['goals'] ?? []);
  if ('issues' in head || 'issues' in goals) {
    const issues = [head, goals].flatMap((reading) => ('issues' in reading ? reading.issues : []));
    return { issues };
  }
  const { key, ...rest } = head.entry;
  return { entry: { ...rest, key: key ?? rest.name, goals: goals.entry } };
}

/** Converts goal rules to API input, validates them with the schema of the API, and converts them back. */
function readGoals(given: unknown): EntryReading<GoalEntry[]> {
  const ids = new PlaceholderIds();
  const issues: EntryIssue[] = [];
  const rules = Array.isArray(given) ? given.map((goal: unknown, index) => toInput(goal, index)) : given;
  const parsed = goalRulesInput.safeParse({ rules });
  if (!parsed.success || issues.length > 0)
    return { issues: [...issues, ...(parsed.error?.issues.flatMap(describeIssue).map(renamePath) ?? [])] };
  const entry = parsed.data.rules.map(({ label, enabled, conditions, actions }) => ({
    label,
    enabled,
    conditions: replaceInTree(conditions, (_kind, id) => ids.nameOf(id)),
    actions: actions.toSorted((a, b) => a.idx - b.idx),
  }));
  return { entry };

  function toInput(goal: unknown, index: number): unknown {
    const split = splitFields(goal, ['label', 'enabled', 'conditions', 'actions'], ['goals', index]);
    issues.push(...split.issues);
    if (split.fields === undefined) return goal;
    const conditions = replaceRecords(split.fields['conditions'] ?? null, (kind, name) =>
      ids.idOf(kind, name),
    );
    return { ...split.fields, conditions };
  }
}

function renamePath({ path: [, ...rest], message }: EntryIssue): EntryIssue {
  return { path: ['goals', ...rest], message };
}
