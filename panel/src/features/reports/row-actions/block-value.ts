import type { RotatorRouting, RotatorRulesInput } from '../../../lib/api/api.ts';
import { newKey } from '../../../lib/forms/list-items.ts';

// A placement, or another value of a visit, in one campaign.
type BlockedValue = { campaignId: string; field: string; value: string };

const blockPathName = 'Block';

type Routing = Pick<RotatorRouting, 'version' | 'defaultPathId' | 'rules' | 'paths'>;
type Rule = Routing['rules'][number];
type Leaf = { field: string; op: string; values: string[] };

// Returns the path for blocked visits. It is found by its name, so that a person can give it a page.
export function blockPathOf({ paths, defaultPathId }: Routing): Routing['paths'][number] | undefined {
  return paths.find(
    ({ id, name, enabled }) =>
      enabled && id !== defaultPathId && name.toLowerCase() === blockPathName.toLowerCase(),
  );
}

export function isBlocked(routing: Routing, { campaignId, field, value }: BlockedValue): boolean {
  return routing.rules.some(
    (rule) => rule.enabled && listOf(rule, routing, { campaignId, field })?.includes(value) === true,
  );
}

// Adds the value to the campaign's list. Creates the rule, before all others, and the path if there is none.
export function blockValue(
  routing: Routing,
  blocked: BlockedValue,
  { campaign, label }: { campaign: string; label: string },
): RotatorRulesInput {
  const { campaignId, field, value } = blocked;
  const path = blockPathOf(routing);
  const pathId = path?.id ?? newKey();
  const input = inputOf(routing);
  const paths =
    path === undefined
      ? [
          ...input.paths,
          { id: pathId, name: blockPathName, enabled: true, caps: [], landings: [], offers: [] },
        ]
      : input.paths;
  const at = routing.rules.findIndex((rule) => rule.enabled && listOf(rule, routing, blocked) !== undefined);
  const list = at === -1 ? undefined : listOf(routing.rules[at], routing, blocked);
  const rule = {
    name: `Blocked: ${label}, ${campaign}`.slice(0, nameMax).trim(),
    enabled: true,
    ...(at === -1 ? {} : input.rules[at]),
    conditions: {
      all: [
        { field: 'campaign', op: 'is', values: [campaignId] },
        { field, op: 'is', values: [...new Set([...(list ?? []), value])] },
      ],
    } as Rule['conditions'],
    paths: [{ pathId, weight: 100 }],
  };
  return { ...input, paths, rules: at === -1 ? [rule, ...input.rules] : input.rules.with(at, rule) };
}

// Removes the value from the campaign's lists. A rule with an empty list is removed.
export function allowValue(routing: Routing, blocked: BlockedValue): RotatorRulesInput {
  const input = inputOf(routing);
  return {
    ...input,
    rules: input.rules.flatMap((rule, at) => {
      const list = listOf(routing.rules[at], routing, blocked);
      if (list?.includes(blocked.value) !== true) return [rule];
      const left = list.filter((value) => value !== blocked.value);
      const conditions = {
        all: [
          { field: 'campaign', op: 'is', values: [blocked.campaignId] },
          { field: blocked.field, op: 'is', values: left },
        ],
      } as Rule['conditions'];
      return left.length === 0 ? [] : [{ ...rule, conditions }];
    }),
  };
}

const nameMax = 160;

// Returns the list of a rule that blocks values of the field in the campaign, and undefined for any other rule.
function listOf(
  rule: Rule | undefined,
  routing: Routing,
  { campaignId, field }: Pick<BlockedValue, 'campaignId' | 'field'>,
): string[] | undefined {
  const path = blockPathOf(routing);
  if (rule === undefined || path === undefined) return undefined;
  if (rule.paths.length !== 1 || rule.paths[0]?.pathId !== path.id) return undefined;
  const { all, ...others } = (rule.conditions ?? {}) as { all?: Leaf[] };
  if (all?.length !== 2 || Object.keys(others).length > 0) return undefined;
  const [campaign, listed] = all;
  const isOfCampaign =
    campaign?.field === 'campaign' &&
    campaign.op === 'is' &&
    campaign.values.length === 1 &&
    campaign.values[0] === campaignId;
  return isOfCampaign && listed?.field === field && listed.op === 'is' ? listed.values : undefined;
}

export function inputOf({ version, defaultPathId, rules, paths }: Routing): RotatorRulesInput {
  return {
    version,
    defaultPathId,
    rules: rules.map(({ id, name, enabled, conditions, paths: ofRule }) => ({
      id,
      name,
      enabled,
      conditions,
      paths: ofRule,
    })),
    paths: paths.map(({ id, name, enabled, caps, landings, offers }) => ({
      id,
      name,
      enabled,
      caps: caps.map(({ limit, per, counts }) => ({ limit, per, counts })),
      landings,
      offers,
    })),
  };
}
