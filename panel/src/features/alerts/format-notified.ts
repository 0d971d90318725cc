import type { Alert } from '../../lib/api/api.ts';

export function formatNotified({ told, toldWaiting }: Pick<Alert, 'told' | 'toldWaiting'>): string {
  if (told + toldWaiting === 0) return 'No receivers';
  const notified = told === 1 ? '1 receiver' : `${told} receivers`;
  return toldWaiting === 0 ? notified : `${notified}, ${toldWaiting} pending`;
}
