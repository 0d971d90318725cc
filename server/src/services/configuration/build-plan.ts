import { listDifferences } from '../../domain/configuration/list-differences.ts';
import { isId } from '../../platform/ids.ts';
import { findWrongKeys, type WrongKey } from './check-keys.ts';
import { replaceInTree } from './condition-names.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { CampaignEntry, Entries, Entry, RotatorEntry } from './entries.ts';
import { kindFacts, kinds, type Kind } from './kinds.ts';
import { listMacroWarnings } from './list-macro-warnings.ts';
import { restoreHiddenValues } from './restore-hidden-values.ts';
import { listReferences } from './list-references.ts';
import { orderArchiving } from './order-archiving.ts';
import type { ToArchive, PlanStep, Plan } from './plan.ts';
import type { GivenConfiguration, IndexedEntry } from './read-files.ts';
import type { Mistake } from './read-yaml.ts';

/** Returns the steps that make the workspace match the files, or the errors in the files. */
export function buildPlan(
  read: GivenConfiguration,
  workspace: DescribedWorkspace,
  { prune }: { prune: boolean },
): { plan: Plan; mistakes: Mistake[] } {
  const warnings: string[] = [];
  const { given, mistakes: unknown } = restoreHiddenValues(read, workspace);
  const mistakes = [...given.mistakes, ...unknown, ...findDangling(given, workspace, { prune, warnings })];
  const steps: PlanStep[] = [];
  let unchanged = 0;
  for (const kind of kinds) {
    for (const { entry: written } of listEntries(given, kind)) {
      const before = workspace.records[kind].get(written.key);
      const entry = settle(kind, written, { workspace, warnings });
      const differences = before === undefined ? [] : listDifferences(before.entry, entry);
      if (before !== undefined && differences.length === 0) unchanged += 1;
      else steps.push({ kind, entry, before, differences });
    }
  }
  const unnamed = listUnnamed(given, workspace);
  const archived = orderArchiving({ workspace, steps, pruned: prune ? unnamed : [] });
  warnings.push(...archived.warnings, ...listMacroWarnings(given, workspace));
  mistakes.push(...refuseWrongKeys(given, findWrongKeys(workspace, steps, archived.order)));
  const wanted = given.settings ?? workspace.settings;
  const plan = {
    settings: { wanted, differences: listDifferences(workspace.settings, wanted) },
    steps,
    archiving: archived.order,
    unchanged,
    leftAlone: unnamed.length - archived.order.filter(({ isPruned }) => isPruned).length,
    warnings,
  };
  return { plan, mistakes };
}

function refuseWrongKeys(given: GivenConfiguration, wrong: WrongKey[]): Mistake[] {
  return wrong.flatMap(({ kind, key, actual }) => {
    const index = listEntries(given, kind).find(({ entry }) => entry.key === key)?.index ?? 0;
    const message = `must be ${JSON.stringify(actual)}, not ${JSON.stringify(key)}: the key is the record’s name, numbered by creation order if several records have the same name`;
    return [given.mistakeAt(kind, index, { path: ['key'], message })];
  });
}

export function isEmpty({ settings, steps, archiving }: Plan): boolean {
  return settings.differences.length === 0 && steps.length === 0 && archiving.length === 0;
}

function listEntries(given: GivenConfiguration, kind: Kind): IndexedEntry[] {
  return given.entries[kind] ?? [];
}

function listUnnamed(given: GivenConfiguration, workspace: DescribedWorkspace): ToArchive[] {
  return kinds.flatMap((kind) => {
    const entries = given.entries[kind];
    if (entries === undefined) return [];
    const named = new Set(entries.map(({ entry }) => entry.key));
    return [...workspace.records[kind].values()]
      .filter(({ entry }) => entry.status !== 'archived' && !named.has(entry.key))
      .map(({ entry }) => ({ kind, key: entry.key, isPruned: true }));
  });
}

function findDangling(
  given: GivenConfiguration,
  workspace: DescribedWorkspace,
  { prune, warnings }: { prune: boolean; warnings: string[] },
): Mistake[] {
  const written = new Map(
    kinds.map((kind) => [kind, new Set(listEntries(given, kind).map(({ entry }) => entry.key))]),
  );
  const isKnown = (kind: Kind, key: string) => {
    if (written.get(kind)?.has(key) === true || given.brokenKeys[kind].has(key)) return true;
    const isThere = workspace.records[kind].get(key)?.entry.status ?? 'archived';
    return isThere !== 'archived' && !(prune && given.entries[kind] !== undefined);
  };
  return kinds.flatMap((kind) =>
    listEntries(given, kind).flatMap(({ index, entry }) =>
      listReferences(kind, entry).flatMap(({ kind: target, key, path, isCondition }) => {
        if (kind === target && key === entry.key && !isCondition)
          return [given.mistakeAt(kind, index, { path, message: 'must not refer to the record itself' })];
        if (isKnown(target, key)) return [];
        const { label } = kindFacts[target];
        if (isCondition && isId(key)) {
          warnings.push(
            `${describe(kind, entry)}: a condition refers to ${key}, but the files contain no ${label} with this ID`,
          );
          return [];
        }
        const message = `${label} ${JSON.stringify(key)} not found`;
        return [given.mistakeAt(kind, index, { path, message })];
      }),
    ),
  );
}

type Settling = { workspace: DescribedWorkspace; warnings: string[] };

function settle<Name extends Kind>(kind: Name, entry: Entries[Name], settling: Settling): Entries[Name] {
  if (kind === 'rotators') return nameIds(entry as RotatorEntry, settling) as Entries[Name];
  if (kind !== 'campaigns') return entry;
  return attachDomain(nameGoalIds(entry as CampaignEntry, settling), settling) as Entries[Name];
}

function nameIds(entry: RotatorEntry, settling: Settling): RotatorEntry {
  const rules = entry.rules.map((rule) => ({ ...rule, conditions: nameIn(rule.conditions, settling) }));
  return { ...entry, rules };
}

function nameGoalIds(entry: CampaignEntry, settling: Settling): CampaignEntry {
  const goals = entry.goals.map((goal) => ({ ...goal, conditions: nameIn(goal.conditions, settling) }));
  return { ...entry, goals };
}

function nameIn(
  conditions: RotatorEntry['rules'][number]['conditions'],
  { workspace }: Settling,
): RotatorEntry['rules'][number]['conditions'] {
  return replaceInTree(conditions, (kind, key) => {
    if (!isId(key) || workspace.records[kind].has(key)) return key;
    const id = key.toLowerCase();
    const known = [...workspace.records[kind].values()].find((record) => record.id === id);
    return known?.entry.key ?? id;
  });
}

/**
 * If the domain in the file is not verified, keeps the campaign's current domain and adds a warning, because a campaign
 * cannot use an unverified domain.
 */
function attachDomain(entry: CampaignEntry, { workspace, warnings }: Settling): CampaignEntry {
  const wanted = entry.tracking.domain;
  const current = workspace.records.campaigns.get(entry.key)?.entry.tracking.domain ?? null;
  if (wanted === null || wanted === current || workspace.verifiedHosts.has(wanted)) return entry;
  const then =
    current === null ? 'so the campaign is imported without a domain' : `so the campaign keeps ${current}`;
  warnings.push(
    `${describe('campaigns', entry)}: the domain ${wanted} is not verified in this workspace, ${then}; verify the domain and import again`,
  );
  return { ...entry, tracking: { ...entry.tracking, domain: current } };
}

export function describe(kind: Kind, { key }: Pick<Entry, 'key'>): string {
  return `${kindFacts[kind].label} ${JSON.stringify(key)}`;
}
