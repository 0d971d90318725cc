import { cells } from '../traffic/cells.ts';
import { readCell } from '../traffic/read-cell.ts';
import { inboxColumns, incomingCuts } from './columns.ts';

// Methods in a row. `PAGE` marks events from pages; no HTTP request can have this method.
const methods = ['GET', 'POST', 'PAGE'] as const;

export type IncomingRequest = {
  id: string;
  campaignId: string;
  receivedMs: number;
  method: (typeof methods)[number];
  query: string;
  contentType: string;
  body: string;
  address: string;
  userAgent: string;
};

export function writeInboxRow(request: IncomingRequest): string {
  return cells(
    request.id,
    request.campaignId,
    String(request.receivedMs),
    request.method,
    request.query,
    request.contentType.slice(0, incomingCuts.contentType),
    request.body,
    request.address.slice(0, incomingCuts.address),
    request.userAgent.slice(0, incomingCuts.userAgent),
  );
}

export function readInboxRow(given: readonly string[]): IncomingRequest | undefined {
  if (given.length !== inboxColumns.length) return undefined;
  const [id = '', campaignId = '', received = '', method, ...texts] = given.map(readCell);
  const [query = '', contentType = '', body = '', address = '', userAgent = ''] = texts;
  const isSound = idForm.test(id) && idForm.test(campaignId) && timeForm.test(received);
  const known = methods.find((one) => one === method);
  if (!isSound || known === undefined || !base64Form.test(body)) return undefined;
  return {
    id,
    campaignId,
    receivedMs: Number(received),
    method: known,
    query,
    contentType,
    body,
    address,
    userAgent,
  };
}

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const timeForm = /^\d{1,15}$/;
const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;
