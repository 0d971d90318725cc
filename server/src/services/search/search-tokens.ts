import {
  tokenHitsMax,
  tokenSearchDays,
  tokenSearchQuery,
  type TokenSearchResult,
} from '@waypost/contract/campaigns/search.ts';
import { listLabels } from '../../store/records/labels.ts';
import { readTokenNames } from '../../store/records/token-names.ts';
import type { TokenUse } from '../../traffic/traffic-store.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { withReportSlot } from '../reports/open-report.ts';
import type { WithTraffic } from '../tools.ts';

const dayMs = 86_400_000;
// Short, because a person is waiting.
const searchMsMax = 2_000;
// Parts of the range in days, newest first, so that a search that runs out of time has found recent visits.
const partDays = [1, 2, tokenSearchDays - 3];

// Finds the tokens of recent visits that have a value, by campaign. Tokens are not personal data, because reports are
// grouped by them.
export async function searchTokens(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  options: { signal?: AbortSignal | undefined; msMax?: number } = {},
): Promise<TokenSearchResult> {
  requirePermission(context.actor, 'reports.read');
  const { q } = parseInput(tokenSearchQuery, input);
  const { found, isComplete } = await withReportSlot(context.workspaceId, () =>
    readParts(context, q, options),
  );
  const all = joinParts(found);
  const best = all
    .toSorted((one, other) => other.visits - one.visits || other.lastMs - one.lastMs)
    .slice(0, tokenHitsMax);
  return { items: await nameFound(context, best), isComplete: isComplete && all.length <= tokenHitsMax };
}

async function readParts(
  { workspaceId, traffic, now }: WorkspaceContext & WithTraffic,
  value: string,
  { signal, msMax = searchMsMax }: { signal?: AbortSignal | undefined; msMax?: number },
): Promise<{ found: TokenUse[]; isComplete: boolean }> {
  const deadline = AbortSignal.timeout(msMax);
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  const found: TokenUse[] = [];
  let untilMs = now().getTime();
  for (const days of partDays) {
    const fromMs = untilMs - days * dayMs;
    try {
      found.push(...(await traffic.findTokenValues({ workspaceId, value, fromMs, untilMs, signal: stop })));
    } catch (error) {
      if (!deadline.aborted || signal?.aborted === true) throw error;
      return { found, isComplete: false };
    }
    untilMs = fromMs;
  }
  return { found, isComplete: true };
}

function joinParts(found: readonly TokenUse[]): TokenUse[] {
  const joined = new Map<string, TokenUse>();
  for (const use of found) {
    const key = `${use.token} ${use.campaignId} ${use.trafficSourceId}`;
    const before = joined.get(key);
    joined.set(key, {
      ...use,
      visits: use.visits + (before?.visits ?? 0),
      lastMs: Math.max(use.lastMs, before?.lastMs ?? 0),
    });
  }
  return [...joined.values()];
}

// Leaves out visits whose campaign or traffic source does not exist in the workspace.
async function nameFound(
  context: WorkspaceContext,
  uses: readonly TokenUse[],
): Promise<TokenSearchResult['items']> {
  if (uses.length === 0) return [];
  const campaignIds = [...new Set(uses.map(({ campaignId }) => campaignId))];
  const sourceIds = [...new Set(uses.map(({ trafficSourceId }) => trafficSourceId))];
  const { labels, tokens } = await inSnapshot(
    context,
    async (executor) => ({
      labels: await listLabels(executor, context.workspaceId, [
        { dimension: 'campaign', ids: campaignIds },
        { dimension: 'trafficSource', ids: sourceIds },
      ]),
      tokens: await readTokenNames(executor, context.workspaceId, sourceIds),
    }),
    'list',
  );
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  return uses.flatMap(({ token, campaignId, trafficSourceId, visits, lastMs }) => {
    const [campaign, source] = [names.get(campaignId), names.get(trafficSourceId)];
    if (campaign === undefined || source === undefined) return [];
    return [
      {
        token,
        name: tokens.get(`${trafficSourceId} ${token}`) ?? null,
        campaign: { id: campaignId, name: campaign },
        trafficSource: { id: trafficSourceId, name: source },
        visits,
        lastVisitAt: new Date(lastMs).toISOString(),
      },
    ];
  });
}
