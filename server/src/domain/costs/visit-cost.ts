import { readAmount, shiftPoint } from '../money/amount.ts';
import { multiplyDecimals } from '../money/decimal.ts';
import type { CampaignDocument } from '../publishing/campaign-document.ts';

export type VisitCost = { cost: string; problem: CostProblem | undefined };
type CostProblem = 'bad-cost' | 'cost-above-limit' | 'cost-without-rate';

const nothing: VisitCost = { cost: '0', problem: undefined };
const bad: VisitCost = { cost: '0', problem: 'bad-cost' };
const tooHigh: VisitCost = { cost: '0', problem: 'cost-above-limit' };
const rateless: VisitCost = { cost: '0', problem: 'cost-without-rate' };

type Charged = {
  campaign: Pick<CampaignDocument['campaign'], 'cost'>;
  source: Pick<CampaignDocument['source'], 'costRate'>;
} & Pick<CampaignDocument, 'maxCostPerVisit'>;

/**
 * Returns a function that computes the cost of a visit, so that the campaign's settings are read only once. The cost of
 * conversions is computed elsewhere.
 */
export function visitCosts(charged: Charged): (isUnique: boolean, sent: string | undefined) => VisitCost {
  const { mode, amount } = charged.campaign.cost;
  switch (mode) {
    case 'cpv': {
      const each = { cost: amount, problem: undefined };
      return () => each;
    }
    case 'cpuv': {
      const each = { cost: amount, problem: undefined };
      return (isUnique) => (isUnique ? each : nothing);
    }
    case 'cpm': {
      const each = { cost: shiftPoint(amount, 3), problem: undefined };
      return () => each;
    }
    case 'auto': {
      const read = sentCosts(charged);
      return (_, sent) => (sent === undefined ? nothing : read(sent));
    }
    case 'none':
    case 'cpa':
    case 'revshare':
      return () => nothing;
  }
}

// Default for documents that were published before the limit existed.
const defaultMaxCost = '100';

// Parses the cost from a link. Anyone can edit a link, and a single request with a nine-digit cost could
// ruin a campaign's totals, so costs above the limit are ignored. The limit is in the workspace's currency.
function sentCosts({ source, maxCostPerVisit = defaultMaxCost }: Charged): (sent: string) => VisitCost {
  const { costRate = '1' } = source;
  const limit = Number(maxCostPerVisit);
  return (sent) => {
    const amount = readAmount(sent);
    if (amount === undefined) return bad;
    // A cost of zero needs no exchange rate.
    if (amount === '0') return nothing;
    if (costRate === null) return rateless;
    const cost = costRate === '1' ? amount : multiplyDecimals(amount, costRate);
    return Number(cost) > limit ? tooHigh : { cost, problem: undefined };
  };
}
