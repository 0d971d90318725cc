import { personalEventFields, type FeedEvent } from '@waypost/contract/events.ts';

/** The same event without what tells who the visitor is. */
export function hidePersonalData(event: FeedEvent): FeedEvent {
  const hidden = personalEventFields.filter((name) => name in event).map((name) => [name, null] as const);
  return { ...event, ...Object.fromEntries(hidden) };
}
