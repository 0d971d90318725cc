import type { CostEntryInput, CostEntryMode } from '@waypost/contract/conversions/costs.ts';
import type { WorkspaceSettings } from '@waypost/contract/accounts/settings.ts';
import { readTimeRange } from '../../domain/calendar/read-time-range.ts';
import type { CostScope } from '../../domain/costs/allot-cost.ts';
import { convertCurrency } from '../../domain/money/convert-currency.ts';
import { normalizeDecimal } from '../../domain/money/decimal.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { listCampaignsByName } from '../../store/costs/cost-entries.ts';
import { findCampaigns } from '../../store/records/campaigns.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { costProblem, type CostProblem } from './cost-verdicts.ts';

export type CostDraft = CostScope & {
  campaignId: string;
  mode: CostEntryMode;
  amount: string;
  currency: string;
  originalAmount: string;
  originalCurrency: string;
};

// Time after the end of a period by which all its visits are expected to be stored, because edges ship their rows
// within seconds. Visits that are stored later are charged only by later entries.
const settledMs = 2 * 60_000;
const periodDaysMax = 400;

export async function draftCost(
  context: WorkspaceContext & WithTraffic,
  settings: WorkspaceSettings,
  input: CostEntryInput,
): Promise<CostDraft | CostProblem> {
  const period = readPeriod(input, settings.timezone, context.now().getTime());
  if ('verdict' in period) return period;
  const originalCurrency = input.currency ?? settings.currency;
  const originalAmount = normalizeDecimal(input.amount);
  const amount = convertCurrency(originalAmount, originalCurrency, settings);
  if (amount === undefined) return costProblem('unknown-currency');
  if (amount === '0' && originalAmount !== '0')
    return costProblem('invalid', 'amount: rounds to zero in the workspace currency');
  const campaign = await findCampaign(context, input.campaign);
  if (typeof campaign !== 'string') return campaign;
  const tokens = (input.tokens ?? {}) as Record<string, string>;
  const { mode = 'add' } = input;
  const draft = { ...period, campaignId: campaign, tokens, mode, amount, currency: settings.currency };
  if (!(await hasVisits(context, draft))) return costProblem('no-visits');
  return { ...draft, originalAmount, originalCurrency };
}

function readPeriod(
  { from, to }: CostEntryInput,
  timezone: string,
  nowMs: number,
): { fromMs: number; untilMs: number } | CostProblem {
  const reading = readTimeRange({ from, to, timezone });
  if ('issues' in reading) {
    const [issue] = reading.issues;
    return costProblem('invalid', `${issue?.path}: ${issue?.message}`);
  }
  const { fromMs, toMs } = reading.range;
  if (toMs >= nowMs - settledMs) return costProblem('open-period');
  if (toMs - fromMs > periodDaysMax * 86_400_000)
    return costProblem('invalid', `to: the time range can be at most ${periodDaysMax} days`);
  return { fromMs, untilMs: toMs + 1 };
}

async function findCampaign(context: WorkspaceContext, given: string): Promise<string | CostProblem> {
  const { workspaceId } = context;
  const found = await inWorkspace(context, async (executor) => {
    const byId = isId(given) ? await findCampaigns(executor, workspaceId, [given.toLowerCase()]) : [];
    return byId.length > 0
      ? byId.map(({ id }) => id)
      : await listCampaignsByName(executor, workspaceId, given);
  });
  if (found.length > 1) return costProblem('ambiguous-campaign');
  return found[0] ?? costProblem('unknown-campaign');
}

async function hasVisits(
  { traffic, workspaceId }: WorkspaceContext & WithTraffic,
  scope: CostScope & { campaignId: string },
): Promise<boolean> {
  try {
    return (await traffic.countVisits({ workspaceId, ...scope }, 1)).length > 0;
  } catch (error) {
    throw new WaypostError('SERVICE_UNAVAILABLE', 'Visits cannot be counted right now. Try again shortly.', {
      cause: error,
    });
  }
}
