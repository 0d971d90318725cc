import type { Notification } from './collect-notifications.ts';

/** Maximum number of read keys in local storage. Older keys belong to notifications that are no longer shown. */
const readKeysMax = 500;

/** Returns the keys to store as read, or undefined if all notifications are about running work. */
export function markAsRead(
  notices: readonly Pick<Notification, 'state' | 'keys'>[],
  read: readonly string[],
): string[] | undefined {
  const ended = notices.filter(({ state }) => state !== 'running').flatMap(({ keys }) => keys);
  return ended.length === 0 ? undefined : [...new Set([...ended, ...read])].slice(0, readKeysMax);
}

export function countNews(notices: readonly Pick<Notification, 'state'>[]): number {
  return notices.filter(({ state }) => state !== 'running').length;
}

export function formatCounts(notices: readonly Pick<Notification, 'state'>[]): string {
  const news = countNews(notices);
  const running = notices.length - news;
  return [running > 0 ? `${running} running` : '', news > 0 ? `${news} new` : '']
    .filter((text) => text !== '')
    .join(', ');
}
