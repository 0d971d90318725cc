import { attributeOfMacro } from '@waypost/contract/visits/attribute-lists.ts';
import type { AttributeMacro, MacroName } from '@waypost/contract/visits/macros.ts';
import { zonedClock } from '../conditions/zoned-clock.ts';
import type { Conversion } from '../conversions/conversion.ts';
import type { IncomingEvent } from '../conversions/read-incoming.ts';
import type { MacroValue, MacroValues } from '../macros/index.ts';
import type { RecordedVisit } from '../traffic/recorded-visit.ts';

export type PostbackForMacros = {
  postbackId: string;
  conversion: Conversion;
  visit: RecordedVisit;
  incoming: IncomingEvent;
  campaign: { name: string };
  source: { name: string } | null;
  workspace: { timezone: string; currency: string };
  names?: { rotator?: string; path?: string; landing?: string; offer?: string };
};

type Reader = (given: PostbackForMacros) => MacroValue;

// Macros that are not attributes of the visit.
const ownReaders = {
  postbackid: ({ postbackId }) => postbackId,
  clickid: ({ incoming }) => incoming.clickId,
  cost: ({ visit }) => shortest(visit.cost),
  // Like the cost, the payout is in the workspace's currency, so that {currency} applies to both.
  payout: ({ conversion }) => shortest(conversion.amounts.revenue),
  currency: ({ workspace }) => workspace.currency,
  campaignname: ({ campaign }) => campaign.name,
  sourcename: ({ source }) => source?.name,
  rotatorname: ({ names }) => names?.rotator,
  pathname: ({ names }) => names?.path,
  landingname: ({ names }) => names?.landing,
  offername: ({ names }) => names?.offer,
  campaignid: ({ visit }) => visit.campaignId,
  // The continent is not recorded.
  continent: () => undefined,
  timestamp: ({ visit }) => Math.floor(visit.timeMs / 1_000),
  date: ({ visit, workspace }) => zonedClock(workspace.timezone)(visit.timeMs).date,
  // A refund may arrive under a different event name, but the receiver knows the conversion by the name of its first
  // event.
  event: ({ incoming, conversion }) => conversion.event || incoming.event,
  status: ({ conversion }) => conversion.status,
  eventtime: ({ conversion }) => Math.floor(conversion.changedMs / 1_000),
  txid: ({ conversion }) => conversion.transactionId,
} satisfies Record<Exclude<MacroName, AttributeMacro>, Reader>;

/**
 * Returns the macro values for a postback, from the recorded visit and the event. `{param.NAME}` reads the event's
 * parameters, because the parameters in the visit's link are not stored.
 */
export function postbackMacros(given: PostbackForMacros): MacroValues {
  const own: Partial<Record<MacroName, Reader>> = ownReaders;
  return {
    value: (name) => {
      const read = own[name];
      return read === undefined
        ? (given.visit[attributeOfMacro[name as AttributeMacro]] ?? undefined)
        : read(given);
    },
    param: (name) => given.incoming.params.get(name),
  };
}

function shortest(amount: string | undefined): string | undefined {
  return amount?.includes('.') === true ? amount.replace(/\.?0+$/, '') : amount;
}
