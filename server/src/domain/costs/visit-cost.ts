import { readAmount, shiftPoint } from '../money/amount.ts';
import type { CampaignDocument } from '../publishing/campaign-document.ts';

/** What one visit costs, as a decimal text; `isBad` where the source sent something that is no amount. */
export type VisitCost = { cost: string; isBad: boolean };

const nothing: VisitCost = { cost: '0', isBad: false };
const unreadable: VisitCost = { cost: '0', isBad: true };

/** How visits of a campaign are charged; made once for each published version. Conversions are charged elsewhere. */
export function visitCosts({
  mode,
  amount,
}: CampaignDocument['campaign']['cost']): (isUnique: boolean, sent: string | undefined) => VisitCost {
  switch (mode) {
    case 'cpv': {
      const each = { cost: amount, isBad: false };
      return () => each;
    }
    case 'cpuv': {
      const each = { cost: amount, isBad: false };
      return (isUnique) => (isUnique ? each : nothing);
    }
    case 'cpm': {
      const each = { cost: shiftPoint(amount, 3), isBad: false };
      return () => each;
    }
    case 'auto':
      return (_, sent) => (sent === undefined ? nothing : readSent(sent));
    case 'none':
    case 'cpa':
    case 'revshare':
      return () => nothing;
  }
}

function readSent(sent: string): VisitCost {
  const cost = readAmount(sent);
  return cost === undefined ? unreadable : { cost, isBad: false };
}
