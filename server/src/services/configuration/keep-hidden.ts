import { hiddenValue, type PostbackHeader } from '@waypost/contract/postback-requests.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { CampaignEntry, GoalEntry, TrafficSourceEntry } from './entries.ts';
import type { EntryIssue } from './entry-fields.ts';
import type { Kind } from './kinds.ts';
import type { GivenConfiguration, PlacedEntry } from './read-files.ts';
import type { Mistake } from './read-yaml.ts';

/** An export leaves out what can be a secret: values of headers that it hid are what the workspace has. */
export function keepHidden(
  given: GivenConfiguration,
  workspace: DescribedWorkspace,
): { given: GivenConfiguration; mistakes: Mistake[] } {
  const mistakes: Mistake[] = [];
  const complete = <Name extends 'trafficSources' | 'campaigns'>(
    kind: Name,
    fill: (entry: PlacedEntry<Name>['entry'], refuse: Refuse) => PlacedEntry<Name>['entry'],
  ) =>
    given.entries[kind]?.map(({ index, entry }) => ({
      index,
      entry: fill(entry, (issue) => mistakes.push(given.mistakeAt(kind, index, issue))),
    }));
  const { trafficSources, campaigns } = workspace.records;
  const entries: Partial<Record<Kind, unknown>> = {
    trafficSources: complete('trafficSources', (entry, refuse) =>
      completeSource(entry, trafficSources.get(entry.key)?.entry, refuse),
    ),
    campaigns: complete('campaigns', (entry, refuse) =>
      completeCampaign(entry, campaigns.get(entry.key)?.entry, refuse),
    ),
  };
  return { given: { ...given, entries: { ...given.entries, ...entries } as typeof given.entries }, mistakes };
}

type Refuse = (issue: EntryIssue) => void;

function completeSource(
  entry: TrafficSourceEntry,
  known: TrafficSourceEntry | undefined,
  refuse: Refuse,
): TrafficSourceEntry {
  const kept = known?.postbackHeaders ?? [];
  return { ...entry, postbackHeaders: completeHeaders(entry.postbackHeaders, kept, { path: [], refuse }) };
}

/** An action is known by its number and by what its rule is called. */
function completeCampaign(
  entry: CampaignEntry,
  known: CampaignEntry | undefined,
  refuse: Refuse,
): CampaignEntry {
  const keptOf = ({ label }: GoalEntry, idx: number) =>
    (known?.goals ?? [])
      .filter((goal) => goal.label === label)
      .flatMap(({ actions }) => actions.filter((action) => action.idx === idx))
      .flatMap(({ postbackHeaders }) => postbackHeaders);
  const goals = entry.goals.map((goal, at) => ({
    ...goal,
    actions: goal.actions.map((action, place) => ({
      ...action,
      postbackHeaders: completeHeaders(action.postbackHeaders, keptOf(goal, action.idx), {
        path: ['goals', at, 'actions', place],
        refuse,
      }),
    })),
  }));
  return { ...entry, goals };
}

function completeHeaders(
  headers: PostbackHeader[],
  kept: readonly PostbackHeader[],
  { path, refuse }: { path: EntryIssue['path']; refuse: Refuse },
): PostbackHeader[] {
  return headers.map((header, at) => {
    if (header.value !== hiddenValue) return header;
    const known = kept.find(({ name }) => name.toLowerCase() === header.name.toLowerCase());
    if (known === undefined)
      refuse({
        path: [...path, 'postbackHeaders', at, 'value'],
        message: 'was left out by the export, and this workspace does not have it: write the value itself',
      });
    return { name: header.name, value: known?.value ?? header.value };
  });
}
