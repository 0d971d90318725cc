import { personalEventFields, type FeedEvent } from '@waypost/contract/events/events.ts';

export function hidePersonalData(event: FeedEvent): FeedEvent {
  const hidden = personalEventFields.filter((name) => name in event).map((name) => [name, null] as const);
  return { ...event, ...Object.fromEntries(hidden) };
}
