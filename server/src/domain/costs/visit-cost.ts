import { readAmount, shiftPoint } from '../money/amount.ts';
import { multiplyDecimals } from '../money/decimal.ts';
import type { CampaignDocument } from '../publishing/campaign-document.ts';

/** What one visit costs, as a decimal text; 0 where there is a problem with what the source sent. */
export type VisitCost = { cost: string; problem: CostProblem | undefined };
type CostProblem = 'bad-cost' | 'cost-above-limit' | 'cost-without-rate';

const nothing: VisitCost = { cost: '0', problem: undefined };
const bad: VisitCost = { cost: '0', problem: 'bad-cost' };
const tooHigh: VisitCost = { cost: '0', problem: 'cost-above-limit' };
const rateless: VisitCost = { cost: '0', problem: 'cost-without-rate' };

/** Of a campaign: how it is charged, and what the source sends for that. */
type Charged = {
  campaign: Pick<CampaignDocument['campaign'], 'cost'>;
  source: Pick<CampaignDocument['source'], 'costRate'>;
} & Pick<CampaignDocument, 'maxCostPerVisit'>;

/** How visits of a campaign are charged; made once for each published version. Conversions are charged elsewhere. */
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

/** Where nothing was published of it, because it was published before there was a limit. */
const usualMaxCost = '100';

/**
 * How a cost in a link is read. A link is in everybody's hands, so one request with nine digits could ruin the sums of a
 * campaign for good: what is above the limit is not believed. The limit is in the workspace's currency.
 */
function sentCosts({ source, maxCostPerVisit = usualMaxCost }: Charged): (sent: string) => VisitCost {
  const { costRate = '1' } = source;
  const limit = Number(maxCostPerVisit);
  return (sent) => {
    const amount = readAmount(sent);
    if (amount === undefined) return bad;
    // Nothing is nothing in every currency.
    if (amount === '0') return nothing;
    if (costRate === null) return rateless;
    const cost = costRate === '1' ? amount : multiplyDecimals(amount, costRate);
    return Number(cost) > limit ? tooHigh : { cost, problem: undefined };
  };
}
