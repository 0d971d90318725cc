import { blockPathName } from '@waypost/contract/rotators/path-name.ts';
import type { RotatorRouting, RotatorRulesInput } from '../../../lib/api/api.ts';
import { newKey } from '../../../lib/forms/list-items.ts';

// A placement, or another value of a visit, in one campaign.
type BlockedValue = { campaignId: string; field: string; value: string };

type Routing = Pick<RotatorRouting, 'version' | 'defaultPathId' | 'rules' | 'paths'>;
type Rule = Routing['rules'][number];
type Leaf = { field: string; op: string; values: string[] };

type Path = Routing['paths'][number];

// Returns the path for newly blocked values.
function blockPathOf({ paths }: Routing): Path | undefined {
  return paths.find(({ blocks, enabled }) => blocks && enabled);
}

// Before paths could block, the panel created an empty path of this name, whose visitors go to the fallback URL. Its
// values are still shown as blocked and can be allowed again, but new values never use it.
function isFormerBlockPath({ name, enabled, landings, offers }: Path): boolean {
  return enabled && name === blockPathName && landings.length + offers.length === 0;
}

export function isBlocked(routing: Routing, { campaignId, field, value }: BlockedValue): boolean {
  return routing.rules.some(
    (rule) => rule.enabled && blockedBy(rule, routing, { campaignId, field })?.includes(value) === true,
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
          {
            id: pathId,
            name: blockPathName,
            enabled: true,
            blocks: true,
            caps: [],
            landings: [],
            offers: [],
          },
        ]
      : input.paths;
  const at = routing.rules.findIndex((rule) => rule.enabled && listOf(rule, path, blocked) !== undefined);
  const list = at === -1 ? undefined : listOf(routing.rules[at], path, blocked);
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
      const list = blockedBy(routing.rules[at], routing, blocked);
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

type Place = Pick<BlockedValue, 'campaignId' | 'field'>;

// Returns the values that a rule blocks with any of the paths that block.
function blockedBy(rule: Rule | undefined, { paths, defaultPathId }: Routing, place: Place) {
  const blocking = paths.find(
    (path) =>
      path.id === rule?.paths[0]?.pathId &&
      ((path.blocks && path.enabled) || (path.id !== defaultPathId && isFormerBlockPath(path))),
  );
  return listOf(rule, blocking, place);
}

// Returns the values of the field for which the rule sends visitors of the campaign to the path alone.
function listOf(
  rule: Rule | undefined,
  path: Path | undefined,
  { campaignId, field }: Place,
): string[] | undefined {
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
    paths: paths.map(({ id, name, enabled, blocks, caps, landings, offers }) => ({
      id,
      name,
      enabled,
      blocks,
      caps: caps.map(({ limit, per, counts }) => ({ limit, per, counts })),
      landings,
      offers,
    })),
  };
}
