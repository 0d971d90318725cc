import type { GoalRule } from '@waypost/contract/goals/goals.ts';
import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { rotatorSettingsDefaults, type RotatorSettings } from '@waypost/contract/accounts/settings.ts';
import { isId } from '../../platform/ids.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  listAffiliateNetworkRows,
  type AffiliateNetworkRow,
} from '../../store/records/affiliate-networks.ts';
import {
  listConfiguredCampaigns,
  readAllGoals,
  readAllRouting,
  type ConfiguredCampaign,
} from '../../store/records/configuration.ts';
import { listDomainRows, type DomainRow } from '../../store/records/domains.ts';
import { listLandingRows, type LandingRow } from '../../store/records/landings.ts';
import { listOfferRows, type OfferRow } from '../../store/records/offers.ts';
import type { Page, PageStart, RecordFilter } from '../../store/records/record-filter.ts';
import { readAllTags } from '../../store/records/record-tags.ts';
import { listRotatorRows, listRotatorSettings, type RotatorRow } from '../../store/records/rotators.ts';
import { listTrafficSourceRows, type TrafficSourceRow } from '../../store/records/traffic-sources.ts';
import { listPages } from '../records/list-records.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { presentRotatorRules } from '../rotators/rotator-rules.ts';
import type { Settings } from './entries.ts';

export type ConfiguredRotator = RotatorRow & RotatorSettings & { rules: RotatorRules };

export type WorkspaceRows = {
  settings: Settings;
  affiliateNetworks: AffiliateNetworkRow[];
  trafficSources: TrafficSourceRow[];
  landings: LandingRow[];
  offers: OfferRow[];
  rotators: ConfiguredRotator[];
  domains: DomainRow[];
  // By the ID of the record.
  tags: ReadonlyMap<string, string[]>;
  campaigns: (ConfiguredCampaign & { goals: GoalRule[] })[];
};

export async function readWorkspace(executor: Executor, workspaceId: string): Promise<WorkspaceRows> {
  const found = isId(workspaceId) ? await findWorkspaceSettings(executor, workspaceId) : undefined;
  const { name: _, version: __, ...settings } = found ?? refuseMissing('workspace');
  const all = <Row extends PageStart>(list: ListRows<Row>) => readAll(executor, workspaceId, list);
  return {
    settings,
    affiliateNetworks: await all(listAffiliateNetworkRows),
    trafficSources: await all(listTrafficSourceRows),
    landings: await all(listLandingRows),
    offers: await all(listOfferRows),
    rotators: await readRotators(executor, workspaceId, await all(listRotatorRows)),
    domains: await all(listDomainRows),
    tags: await readAllTags(executor, workspaceId),
    campaigns: await readCampaigns(executor, workspaceId),
  };
}

type ListRows<Row> = (
  executor: Executor,
  workspaceId: string,
  filter: RecordFilter,
  page: Page,
) => Promise<Row[]>;

async function readAll<Row extends PageStart>(
  executor: Executor,
  workspaceId: string,
  list: ListRows<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of listPages((at) => list(executor, workspaceId, { includeArchived: true }, at)))
    rows.push(...page);
  return rows;
}

async function readRotators(
  executor: Executor,
  workspaceId: string,
  rotators: RotatorRow[],
): Promise<ConfiguredRotator[]> {
  const settings = new Map((await listRotatorSettings(executor, workspaceId)).map((row) => [row.id, row]));
  const routing = await readAllRouting(executor, workspaceId);
  return rotators.map((rotator) => ({
    ...rotatorSettingsDefaults,
    ...settings.get(rotator.id),
    ...rotator,
    rules: presentRotatorRules(routing.get(rotator.id) ?? refuseMissing('rotator')),
  }));
}

async function readCampaigns(executor: Executor, workspaceId: string): Promise<WorkspaceRows['campaigns']> {
  const goals = await readAllGoals(executor, workspaceId);
  const campaigns = await listConfiguredCampaigns(executor, workspaceId);
  return campaigns.map((campaign) => ({ ...campaign, goals: goals.get(campaign.id) ?? [] }));
}
