import { hiddenValue, type PostbackHeader } from '@waypost/contract/postbacks/postback-requests.ts';
import { revealSecrets } from '../../domain/postbacks/hide-secrets.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { CampaignEntry, GoalEntry, TrafficSourceEntry } from './entries.ts';
import type { EntryIssue } from './entry-fields.ts';
import type { Kind } from './kinds.ts';
import type { GivenConfiguration, IndexedEntry } from './read-files.ts';
import type { Mistake } from './read-yaml.ts';

/** Replaces values that the export has hidden with the values stored in the workspace. */
export function restoreHiddenValues(
  given: GivenConfiguration,
  workspace: DescribedWorkspace,
): { given: GivenConfiguration; mistakes: Mistake[] } {
  const mistakes: Mistake[] = [];
  const complete = <Name extends 'trafficSources' | 'campaigns'>(
    kind: Name,
    fill: (entry: IndexedEntry<Name>['entry'], refuse: Refuse) => IndexedEntry<Name>['entry'],
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
  stored: TrafficSourceEntry | undefined,
  refuse: Refuse,
): TrafficSourceEntry {
  return { ...entry, ...completePostback(entry, stored, { path: [], refuse }) };
}

function completeCampaign(
  entry: CampaignEntry,
  stored: CampaignEntry | undefined,
  refuse: Refuse,
): CampaignEntry {
  const findStored = ({ label }: GoalEntry, idx: number) =>
    (stored?.goals ?? [])
      .filter((goal) => goal.label === label)
      .flatMap(({ actions }) => actions.filter((action) => action.idx === idx))[0];
  const goals = entry.goals.map((goal, goalIndex) => ({
    ...goal,
    actions: goal.actions.map((action, actionIndex) => ({
      ...action,
      ...completePostback(action, findStored(goal, action.idx), {
        path: ['goals', goalIndex, 'actions', actionIndex],
        refuse,
      }),
    })),
  }));
  const postbackUrl = completeText('postbackUrl', entry, stored, { path: [], refuse });
  return { ...entry, goals, postbackUrl };
}

type IssueTarget = { path: EntryIssue['path']; refuse: Refuse };
type Texts = { postbackUrl: string | null; postbackBody?: string | null };
type Postback = Required<Texts> & { postbackHeaders: PostbackHeader[] };

function completePostback(given: Postback, stored: Postback | undefined, target: IssueTarget): Postback {
  return {
    postbackUrl: completeText('postbackUrl', given, stored, target),
    postbackHeaders: completeHeaders(given.postbackHeaders, stored?.postbackHeaders ?? [], target),
    postbackBody: completeText('postbackBody', given, stored, target),
  };
}

const notStored = 'was hidden by the export and is not stored in this workspace; enter the value';

function completeText(
  field: keyof Texts,
  given: Texts,
  stored: Texts | undefined,
  { path, refuse }: IssueTarget,
): string | null {
  const text = given[field] ?? null;
  if (text === null) return null;
  const revealed = revealSecrets(field, text, stored?.[field] ?? null);
  if (revealed === undefined) refuse({ path: [...path, field], message: notStored });
  return revealed ?? text;
}

function completeHeaders(
  headers: PostbackHeader[],
  storedHeaders: readonly PostbackHeader[],
  { path, refuse }: IssueTarget,
): PostbackHeader[] {
  return headers.map((header, index) => {
    if (header.value !== hiddenValue) return header;
    const stored = storedHeaders.find(({ name }) => name.toLowerCase() === header.name.toLowerCase());
    if (stored === undefined)
      refuse({
        path: [...path, 'postbackHeaders', index, 'value'],
        message: notStored,
      });
    return { name: header.name, value: stored?.value ?? header.value };
  });
}
