import { sentAmount, verdicts, type IncomingEvent, type Verdict } from '../../domain/conversions/index.ts';
import type { EventSettings } from '../event-settings.ts';
import type { AppliedChange } from './event-to-apply.ts';

const shownMax = 60;
const reasonLengthMax = 500;

type Settings = Pick<EventSettings, 'network' | 'workspace' | 'terms'>;

export function describeVerdict(
  verdict: Verdict,
  incoming: IncomingEvent,
  settings: Settings,
  changes: readonly Pick<AppliedChange, 'payout' | 'currency'>[] = [],
): string | null {
  const own = describeOwn(verdict, incoming, settings);
  const notes = describeReading(incoming, changes);
  if (notes.length === 0) return own;
  return [own ?? verdicts[verdict], ...notes].join(' ').slice(0, reasonLengthMax);
}

function describeOwn(
  verdict: Verdict,
  incoming: IncomingEvent,
  { network, workspace, terms }: Settings,
): string | null {
  if (verdict === 'unknown-status')
    return `Unknown status ${shown(incoming.status)}. Add it to the status mapping of ${network === undefined ? 'the affiliate network' : network.name}.`;
  if (verdict === 'unknown-currency')
    return `The workspace has no exchange rate from ${shown(missingRate(incoming, terms))} to ${workspace.currency}.`;
  if (verdict === 'expired-window')
    return `The visit is older than the campaign’s attribution window of ${terms.attributionDays} ${terms.attributionDays === 1 ? 'day' : 'days'}.`;
  if (verdict === 'from-page' && terms.goals.rules.some(({ senders }) => senders.has('page')))
    return `The event ${shown(incoming.event)} was sent from a page, and no matching goal rule has an action that accepts events from pages.`;
  if (verdict === 'no-rule' && incoming.event !== '')
    return `None of the campaign’s goal rules match the event ${shown(incoming.event)}.`;
  if (verdict === 'invalid-amount') return describeAmount(incoming);
  return null;
}

/** Names the currency that has no exchange rate: the currency of the event or of the configured payout. */
function missingRate(incoming: IncomingEvent, terms: Settings['terms']): string {
  const { currency, rates } = terms.workspace;
  const used = [sentAmount(incoming, terms)?.currency, terms.network?.currency];
  return (
    used.find((code) => typeof code === 'string' && code !== currency && !Object.hasOwn(rates, code)) ?? ''
  );
}

function describeAmount({ amountText, isNegative, status, currency }: IncomingEvent): string {
  if (isNegative)
    return `The amount ${shown(amountText)} is negative, but the status ${shown(status)} is not a refund.`;
  const currencyText = currency === '' ? '' : ` with the currency ${shown(currency)}`;
  return `The amount ${shown(amountText)} is ambiguous${currencyText}.`;
}

function describeReading(
  { unfilled, unread, cut, amount, isAmountBad }: IncomingEvent,
  changes: readonly Pick<AppliedChange, 'payout' | 'currency'>[],
): string[] {
  const [change] = changes;
  const isPriced = change !== undefined && amount === null && !isAmountBad;
  const price = isPriced ? ` The configured payout was used: ${change.payout} ${change.currency}.` : '';
  const notes = [
    unfilled.length === 0 ? '' : `Empty parameters or unreplaced macros: ${unfilled.join(', ')}.`,
    unread.length === 0
      ? ''
      : `Unknown amount parameters: ${unread.map((name) => name.slice(0, shownMax)).join(', ')}. Send the amount as payout.`,
  ].filter((note) => note !== '');
  return [
    ...(notes.length === 0 ? [] : [`${notes.join(' ')}${price}`]),
    ...(cut.length === 0 ? [] : [`Truncated to 512 characters: ${cut.join(', ')}.`]),
  ];
}

function shown(text: string): string {
  return `“${text.slice(0, shownMax)}”`;
}
