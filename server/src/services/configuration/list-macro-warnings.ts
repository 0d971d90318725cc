import { findRuleWarnings } from '@waypost/contract/rotators/rule-warnings.ts';
import type { Warning } from '@waypost/contract/campaigns/warnings.ts';
import {
  costWarnings,
  workspaceWarnings,
  goalWarnings,
  landingWarnings,
  offerWarnings,
  settingsWarnings,
  missingPostbackWarnings,
  sourceWarnings,
} from '../../domain/warnings/record-warnings.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { Entries } from './entries.ts';
import { kindFacts, type Kind } from './kinds.ts';
import type { GivenConfiguration } from './read-files.ts';

/**
 * Lists the same warnings that the panel shows when a record is saved. Includes unchanged records, because a mistake
 * stays in the files until someone fixes it.
 */
export function listMacroWarnings(given: GivenConfiguration, workspace: DescribedWorkspace): string[] {
  const find = <Name extends Kind>(kind: Name, key: string | null): Entries[Name] | undefined => {
    const written = given.entries[kind]?.find(({ entry }) => entry.key === key)?.entry;
    return written ?? workspace.records[kind].get(key ?? '')?.entry;
  };
  const clickIdOf = (kind: 'affiliateNetworks' | 'trafficSources', key: string | null) => ({
    clickIdParam: find(kind, key)?.clickIdParam ?? null,
  });
  const warningsOf = <Name extends Kind>(kind: Name, warn: (entry: Entries[Name]) => Warning[]) =>
    (given.entries[kind] ?? [])
      .filter(({ entry }) => entry.status !== 'archived')
      .flatMap(({ entry }) =>
        warn(entry).map(formatWarning(`${kindFacts[kind].label} ${JSON.stringify(entry.key)}`)),
      );
  return [
    ...(given.settings === undefined
      ? []
      : workspaceWarnings(given.settings).map(formatWarning('workspace settings'))),
    ...warningsOf('trafficSources', sourceWarnings),
    ...warningsOf('landings', landingWarnings),
    ...warningsOf('offers', (offer) =>
      offerWarnings(offer, clickIdOf('affiliateNetworks', offer.affiliateNetwork)),
    ),
    ...warningsOf('rotators', routingWarnings),
    ...warningsOf('campaigns', (campaign) => {
      const source = clickIdOf('trafficSources', campaign.trafficSource);
      const postbackSettings = {
        rules: campaign.goals,
        campaignUrl: campaign.postbackUrl,
        source: find('trafficSources', campaign.trafficSource),
      };
      return [
        ...costWarnings(campaign.cost.mode, postbackSettings.source?.costParam ?? null),
        ...settingsWarnings(campaign, source),
        ...goalWarnings(campaign.goals, source, 'goals'),
        ...missingPostbackWarnings(postbackSettings, 'goals'),
      ];
    }),
  ];
}

function formatWarning(subject: string): (warning: Warning) => string {
  return ({ path, message }) => `${subject}: ${path}: ${message}`;
}

function routingWarnings({ rules, paths }: Entries['rotators']): Warning[] {
  const named = rules.map((rule) => ({
    ...rule,
    paths: rule.paths.map(({ path, weight }) => ({ pathId: path, weight })),
  }));
  return findRuleWarnings(named, new Set(paths.filter(({ enabled }) => enabled).map(({ key }) => key)));
}
