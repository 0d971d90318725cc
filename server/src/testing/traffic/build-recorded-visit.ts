import {
  visitAttributeNames,
  visitAttributes,
  type VisitAttributeValues,
} from '@waypost/contract/visits/visit-attributes.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';

const unknown = Object.fromEntries(
  visitAttributeNames.map((name) => [name, visitAttributes[name].kind === 'list' ? [] : null]),
) as unknown as VisitAttributeValues;

export function buildRecordedVisit(known: Partial<RecordedVisit> = {}): RecordedVisit {
  return {
    ...unknown,
    workspaceId: '01a1dd40-0000-7000-8000-00000000000a',
    campaignId: '01a1dd40-0000-7000-8000-00000000000c',
    visitId: '01a1dd40-0000-7000-8000-00000000000e',
    timeMs: Date.UTC(2026, 10, 16, 8),
    cost: '0',
    ...known,
  };
}
