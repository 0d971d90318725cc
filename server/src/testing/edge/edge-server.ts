import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ClickIds } from '../../domain/click-id/index.ts';
import type { IncomingKey } from '../../domain/conversions/columns.ts';
import { readInboxRow, type IncomingRequest } from '../../domain/conversions/inbox-row.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import { buildEdgeContext } from '../../edge/build-context.ts';
import { buildEdge, type Edge, type EdgeLimits } from '../../edge/build-edge.ts';
import type { Location } from '../../edge/classify/index.ts';
import {
  buildCityPart,
  buildNetworkPart,
  buildLocation,
  noCity,
  noNetwork,
  emptyLocation,
} from '../../edge/classify/location/location.ts';
import type { EdgeContext } from '../../edge/edge-context.ts';
import type { RowResult } from '../../edge/row-sink.ts';
import type { HttpsRoutes } from '../../edge/https/plain-routes.ts';
import { Snapshot } from '../../edge/snapshot/snapshot.ts';
import { readTrafficRow, type TrafficRow } from '../traffic/event-rows.ts';

const secret = 'a secret of the tests';
const readiness = () => ({ status: 'ready' as const, checks: [] });

export type EdgeAnswer = { status: number; headers: IncomingHttpHeaders; body: string; location: string };

export type EdgeRequest = { method?: string; headers?: Record<string, string>; body?: string };

export type EdgeServer = {
  port: number;
  server: Server;
  closeIdle: () => void;
  parts: EdgeContext;
  clickIds: ClickIds;
  visits: () => TrafficRow[];
  clicks: () => TrafficRow[];
  inbox: () => (IncomingRequest | undefined)[];
  failures: unknown[];
  publish: (
    document: CampaignDocument,
    version?: number | null,
    incomingKeys?: readonly IncomingKey[],
  ) => void;
  send: (path: string, request?: EdgeRequest) => Promise<EdgeAnswer>;
  connections: () => Promise<number>;
  drain: () => Promise<void>;
};

export type EdgeServerOptions = {
  documents?: CampaignDocument[];
  ownHosts?: string[];
  now?: () => number;
  fate?: RowResult;
  limits?: Partial<EdgeLimits>;
  https?: HttpsRoutes;
  streams?: Pick<EdgeContext, 'visits' | 'clicks' | 'inbox'>;
};

const locations: Record<string, Location> = {
  '81': buildLocation(
    buildCityPart({ continent: 'EU', country: 'DE', region: 'Berlin', city: 'Berlin' }),
    buildNetworkPart({
      isp: 'Example Telekom',
      asn: 64_500,
      connectionType: 'broadband',
      isDatacenter: false,
    }),
  ),
  '82': buildLocation(buildCityPart({ ...noCity, continent: 'EU', country: 'FR' }), noNetwork),
};

type Rows = { visits: string[]; clicks: string[]; inbox: string[] };

function makeParts(options: EdgeServerOptions, snapshot: Snapshot, rows: Rows): EdgeContext {
  const sink = (name: 'visits' | 'clicks'): EdgeContext['visits'] => ({
    append: (row, _, done) => {
      rows[name].push(row);
      queueMicrotask(() => done(options.fate ?? 'kept'));
    },
  });
  return buildEdgeContext({
    secret,
    snapshot,
    geo: { find: (address) => locations[address.slice(0, 2)] ?? emptyLocation },
    ownHosts: options.ownHosts ?? [],
    trustedProxies: ['127.0.0.1/32'],
    visits: sink('visits'),
    clicks: sink('clicks'),
    inbox: {
      appendOrFail: (row, _, done) => {
        rows.inbox.push(row);
        queueMicrotask(() => done(options.fate === 'lost' ? 'lost' : 'kept'));
      },
    },
    ...options.streams,
    now: options.now ?? Date.now,
  });
}

/**
 * Starts the edge on a real socket and collects its rows in memory. The `x-forwarded-for` header of a request
 * determines its location: addresses in 81.x.x.x are in Berlin, and addresses in 82.x.x.x are in France.
 */
export async function makeEdgeServer(options: EdgeServerOptions = {}): Promise<EdgeServer> {
  const failures: unknown[] = [];
  const rows: Rows = { visits: [], clicks: [], inbox: [] };
  const snapshot = new Snapshot((_, error) => failures.push(error));
  const parts = makeParts(options, snapshot, rows);
  const edge = buildEdge({
    context: parts,
    readiness,
    onFailure: (error) => failures.push(error),
    limits: options.limits ?? {},
    https: options.https,
  });
  const port = await listenAnywhere(edge);
  const publish: EdgeServer['publish'] = (document, version = 1, incomingKeys = []) => {
    const { id, number } = document.campaign;
    snapshot.apply({ campaignId: id, number, version, document: JSON.stringify(document), incomingKeys });
  };
  for (const document of options.documents ?? []) publish(document);
  return {
    port,
    server: edge.server,
    closeIdle: edge.closeIdle,
    parts,
    clickIds: parts.clickIds,
    failures,
    publish,
    visits: () => rows.visits.map(readTrafficRow),
    clicks: () => rows.clicks.map(readTrafficRow),
    inbox: () => rows.inbox.map((row) => readInboxRow(row.split('\t'))),
    send: (path, request) => sendRequest(port, path, request),
    drain: edge.drain,
    connections: () => new Promise((resolve) => edge.server.getConnections((_, count) => resolve(count))),
  };
}

async function listenAnywhere({ server, closeAllConnections }: Edge): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const browserHeaders = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  accept: 'text/html',
  'accept-language': 'de-DE,de;q=0.9',
};

function sendRequest(port: number, path: string, request: EdgeRequest = {}): Promise<EdgeAnswer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: request.method ?? 'GET',
        headers: { ...browserHeaders, ...request.headers },
        agent: false,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            location: response.headers.location ?? '',
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(request.body);
  });
}

export function cookieOf(answer: EdgeAnswer): string {
  return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
