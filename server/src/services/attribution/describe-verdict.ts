import type { IncomingEvent, Verdict } from '../../domain/goals/index.ts';
import type { EventSettings } from './attribution-settings.ts';

const shownMax = 100;

/** What a verdict alone does not say, in a sentence; null where there is nothing to add. */
export function describeVerdict(
  verdict: Verdict,
  incoming: IncomingEvent,
  { network, workspace, terms }: Pick<EventSettings, 'network' | 'workspace' | 'terms'>,
): string | null {
  if (verdict === 'unknown-status')
    return `Neither ${network === undefined ? 'a network’s list' : `the list of ${network.name}`} nor ours has the status ${shown(incoming.status)}.`;
  if (verdict === 'unknown-currency')
    return `The workspace, which counts in ${workspace.currency}, has no rate for ${shown(incoming.currency || (network?.currency ?? ''))}.`;
  if (verdict === 'expired-window')
    return `The visit was more than ${terms.attributionDays} days ago, the campaign’s attribution window.`;
  if (verdict === 'from-page' && terms.goals.rules.some(({ senders }) => senders.has('page')))
    return `It came from a page, and no rule with an action that takes such events holds for the event ${shown(incoming.event)}.`;
  if (verdict === 'no-rule' && incoming.event !== '')
    return `No goal rule of the campaign holds for the event ${shown(incoming.event)}.`;
  return null;
}

function shown(text: string): string {
  return `“${text.slice(0, shownMax)}”`;
}
