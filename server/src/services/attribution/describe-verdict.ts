import { sentAmount, verdicts, type IncomingEvent, type Verdict } from '../../domain/goals/index.ts';
import type { EventSettings } from './attribution-settings.ts';
import type { AppliedChange } from './event-to-apply.ts';

const shownMax = 60;
/** What the column of the inbox holds. */
const reasonLengthMax = 500;

type Settings = Pick<EventSettings, 'network' | 'workspace' | 'terms'>;

/** What a verdict alone does not say, in a sentence or two; null where there is nothing to add. */
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
    return `Neither ${network === undefined ? 'a network’s list' : `the list of ${network.name}`} nor ours has the status ${shown(incoming.status)}.`;
  if (verdict === 'unknown-currency')
    return `The workspace, which counts in ${workspace.currency}, has no rate for ${shown(missingRate(incoming, terms))}.`;
  if (verdict === 'expired-window')
    return `The visit was more than ${terms.attributionDays} days ago, the campaign’s attribution window.`;
  if (verdict === 'from-page' && terms.goals.rules.some(({ senders }) => senders.has('page')))
    return `It came from a page, and no rule with an action that takes such events holds for the event ${shown(incoming.event)}.`;
  if (verdict === 'no-rule' && incoming.event !== '')
    return `No goal rule of the campaign holds for the event ${shown(incoming.event)}.`;
  if (verdict === 'invalid-amount') return describeAmount(incoming);
  return null;
}

/** What came may have a rate where the payout that is set, in the network's currency, has none. */
function missingRate(incoming: IncomingEvent, terms: Settings['terms']): string {
  const { currency, rates } = terms.workspace;
  const used = [sentAmount(incoming, terms)?.currency, terms.network?.currency];
  return (
    used.find((code) => typeof code === 'string' && code !== currency && !Object.hasOwn(rates, code)) ?? ''
  );
}

function describeAmount({ amountText, isNegative, status, currency }: IncomingEvent): string {
  if (isNegative)
    return `Its amount ${shown(amountText)} takes something back, and its status ${shown(status)} says that it counts.`;
  const beside = currency === '' ? '' : ` beside the currency ${shown(currency)}`;
  return `Its amount ${shown(amountText)} cannot be read with certainty${beside}.`;
}

/** What was not taken as it came. */
function describeReading(
  { unfilled, unread, cut, amount, isAmountBad }: IncomingEvent,
  changes: readonly Pick<AppliedChange, 'payout' | 'currency'>[],
): string[] {
  const [change] = changes;
  const isPriced = change !== undefined && amount === null && !isAmountBad;
  const price = isPriced ? ` The payout that is set counts: ${change.payout} ${change.currency}.` : '';
  const notes = [
    unfilled.length === 0 ? '' : `Came without a value, and counts as missing: ${unfilled.join(', ')}.`,
    unread.length === 0
      ? ''
      : `Not read as its amount: ${unread.map((name) => name.slice(0, shownMax)).join(', ')}; send it as payout.`,
  ].filter((note) => note !== '');
  return [
    ...(notes.length === 0 ? [] : [`${notes.join(' ')}${price}`]),
    ...(cut.length === 0 ? [] : [`Longer than 512 characters, and cut: ${cut.join(', ')}.`]),
  ];
}

function shown(text: string): string {
  return `“${text.slice(0, shownMax)}”`;
}
