import { hiddenValue, type PostbackHeader } from '@waypost/contract/postback-requests.ts';
import { revealSecrets } from '../../domain/postbacks/hide-secrets.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { CampaignEntry, GoalEntry, TrafficSourceEntry } from './entries.ts';
import type { EntryIssue } from './entry-fields.ts';
import type { Kind } from './kinds.ts';
import type { GivenConfiguration, PlacedEntry } from './read-files.ts';
import type { Mistake } from './read-yaml.ts';

/** Replaces values that the export hid with those stored in the workspace. */
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
  return { ...entry, ...completePostback(entry, known, { path: [], refuse }) };
}

function completeCampaign(
  entry: CampaignEntry,
  known: CampaignEntry | undefined,
  refuse: Refuse,
): CampaignEntry {
  const keptOf = ({ label }: GoalEntry, idx: number) =>
    (known?.goals ?? [])
      .filter((goal) => goal.label === label)
      .flatMap(({ actions }) => actions.filter((action) => action.idx === idx))[0];
  const goals = entry.goals.map((goal, at) => ({
    ...goal,
    actions: goal.actions.map((action, place) => ({
      ...action,
      ...completePostback(action, keptOf(goal, action.idx), {
        path: ['goals', at, 'actions', place],
        refuse,
      }),
    })),
  }));
  const postbackUrl = completeText('postbackUrl', entry, known, { path: [], refuse });
  return { ...entry, goals, postbackUrl };
}

type Place = { path: EntryIssue['path']; refuse: Refuse };
type Texts = { postbackUrl: string | null; postbackBody?: string | null };
type Postback = Required<Texts> & { postbackHeaders: PostbackHeader[] };

function completePostback(given: Postback, known: Postback | undefined, place: Place): Postback {
  return {
    postbackUrl: completeText('postbackUrl', given, known, place),
    postbackHeaders: completeHeaders(given.postbackHeaders, known?.postbackHeaders ?? [], place),
    postbackBody: completeText('postbackBody', given, known, place),
  };
}

const notKnown = 'was hidden by the export and is not stored in this workspace; enter the value';

function completeText(
  field: keyof Texts,
  given: Texts,
  known: Texts | undefined,
  { path, refuse }: Place,
): string | null {
  const text = given[field] ?? null;
  if (text === null) return null;
  const revealed = revealSecrets(field, text, known?.[field] ?? null);
  if (revealed === undefined) refuse({ path: [...path, field], message: notKnown });
  return revealed ?? text;
}

function completeHeaders(
  headers: PostbackHeader[],
  kept: readonly PostbackHeader[],
  { path, refuse }: Place,
): PostbackHeader[] {
  return headers.map((header, at) => {
    if (header.value !== hiddenValue) return header;
    const known = kept.find(({ name }) => name.toLowerCase() === header.name.toLowerCase());
    if (known === undefined)
      refuse({
        path: [...path, 'postbackHeaders', at, 'value'],
        message: notKnown,
      });
    return { name: header.name, value: known?.value ?? header.value };
  });
}
