import { writeInboxRow, type IncomingRequest } from '../../domain/conversions/inbox-row.ts';
import { newId } from '../../platform/ids.ts';
import type { NewInboxRow } from '../../store/conversions/inbox.ts';

export function makeIncomingRequest(change: Partial<IncomingRequest> = {}): IncomingRequest {
  const receivedMs = change.receivedMs ?? Date.now();
  return {
    id: newId(receivedMs),
    campaignId: newId(),
    receivedMs,
    method: 'GET',
    query: 'cid=1&payout=2',
    contentType: '',
    body: '',
    address: '192.0.2.9',
    userAgent: 'network/1.0',
    ...change,
  };
}

export function makeInboxRow(change: Partial<NewInboxRow> = {}): NewInboxRow {
  return { ...makeIncomingRequest(change), workspaceId: newId(), batchIndex: 0, ...change };
}

/** Builds the lines that a spool sends to its target. The target ignores the header of each line. */
export function spoolLines(batch: string, requests: readonly IncomingRequest[]): Buffer {
  return Buffer.from(requests.map((request) => `header\t${batch}\t${writeInboxRow(request)}\n`).join(''));
}
