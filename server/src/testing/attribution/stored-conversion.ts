import { newId } from '../../platform/ids.ts';
import type { StoredConversion } from '../../store/conversions/conversions.ts';
import { buildConversion } from './build-conversion.ts';

export function makeStoredConversion(change: Partial<StoredConversion>): StoredConversion {
  return {
    id: newId(),
    workspaceId: newId(),
    campaignId: newId(),
    visitId: newId(),
    position: 0,
    receivedMs: Date.now(),
    expires: '2028-01-01',
    offer: null,
    isTest: false,
    state: buildConversion({ label: 'Conversion', changedMs: Date.now() }),
    ...change,
  };
}
