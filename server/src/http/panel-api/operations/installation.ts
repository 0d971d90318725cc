import { installation, systemHealth } from '@waypost/contract/monitoring/installation.ts';
import {
  searchQuery,
  searchResult,
  tokenSearchDays,
  tokenSearchQuery,
  tokenSearchResult,
  visitSearchDays,
  visitSearchResult,
} from '@waypost/contract/campaigns/search.ts';
import { describeInstallation } from '../../../services/installation/installation.ts';
import { notOperator, readSystemHealth } from '../../../services/installation/system-health.ts';
import { searchTokens } from '../../../services/search/search-tokens.ts';
import { searchVisits } from '../../../services/search/search-visits.ts';
import { search } from '../../../services/search/search.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

const since = '2026-11-16T09:00:00.000Z';

export const installationOperations: PanelOperation[] = [
  {
    operationId: 'getInstallation',
    method: 'GET',
    path: '/installation',
    access: 'anyone',
    summary: 'Get information for the sign-in screen',
    data: installation,
    example: {
      data: {
        version: '0.9.0',
        trafficStore: 'clickhouse',
        canSendMail: true,
        hasPublicUrl: true,
        trackingHost: 'edge.example.com',
        isFirstSignInPending: false,
      },
      issue: strayParameter,
    },
    run: async (context) => ({ data: await describeInstallation(context) }),
  },
  {
    operationId: 'getSystemHealth',
    method: 'GET',
    path: '/system/health',
    access: 'system.read',
    summary: 'Get the health of the processes, databases, edges and jobs',
    description: 'For owners and admins of the installation’s first workspace.',
    data: systemHealth,
    errors: { FORBIDDEN: { notOperator: { message: notOperator, details: { reason: 'not-operator' } } } },
    example: {
      data: {
        status: 'degraded',
        version: '0.9.0',
        trafficStore: 'clickhouse',
        parts: [
          { name: 'worker', isOk: true, isEssential: true, since, message: null },
          { name: 'worker/traffic', isOk: false, isEssential: false, since, message: 'not responding' },
        ],
        restarts: [{ process: 'worker', count: 1 }],
        backups: {
          last: {
            at: '2026-11-16T03:01:04.000Z',
            durationMs: 63_200,
            bytes: 1_974_001_664,
            folder: '/backup/waypost-2026-11-16T03-00-00Z',
          },
          failure: null,
          nextAt: '2026-11-17T03:00:00.000Z',
        },
        restartLog: [{ process: 'worker', why: 'signal SIGKILL', at: since, times: 1 }],
        spool: [{ name: 'visits', backlogBytes: 18_432, oldestSeconds: 1 }],
        databaseBytes: 812_646_400,
        trafficBytes: 2_147_483_648,
        geoAgeDays: 12,
        disk: { freeBytes: 48_318_382_080, totalBytes: 107_374_182_400 },
        certificates: [
          {
            host: 'track.example.com',
            expiresAt: '2026-12-10T08:12:00.000Z',
            error: 'rateLimited: too many certificates already issued for "example.com"',
            errorAt: '2026-11-16T08:12:30.000Z',
            nextAttemptAt: '2026-11-16T20:12:30.000Z',
          },
        ],
        edges: [
          {
            name: 'edge-1',
            isAlive: true,
            startedAt: since,
            lastHeardAt: '2026-11-16T10:00:05.000Z',
            shippedUntil: '2026-11-16T09:59:58.000Z',
            isCurrent: true,
          },
        ],
        publication: { waiting: 0, failed: 0 },
        jobs: [{ name: 'retention', dueAt: '2026-11-16T11:00:00.000Z', isLate: false }],
        backlog: { inboxRequests: 0, outboxRows: 120, postbacks: 0 },
        erasures: { stuck: 0 },
        checkedAt: '2026-11-16T10:00:00.000Z',
      },
      issue: strayParameter,
    },
    run: (context) => readSystemHealth(context),
  },
  {
    operationId: 'search',
    method: 'GET',
    path: '/search',
    access: 'workspaces.read',
    summary: 'Search records by name, ID, short name or URL host',
    description: 'Leaves out record types that the caller may not read.',
    query: searchQuery,
    data: searchResult,
    example: {
      query: { q: 'spring' },
      data: {
        groups: [
          {
            type: 'campaign',
            hits: [
              {
                id: panelIds.campaign,
                name: 'Spring sale',
                isArchived: false,
                isPaused: false,
                match: 'prefix',
                host: null,
                shortName: null,
              },
            ],
          },
        ],
        hasMore: false,
      },
      issue: { path: 'q', message: 'must not be empty' },
    },
    run: (context, { query }) => search(context, query),
  },
  {
    operationId: 'searchVisits',
    method: 'GET',
    path: '/search/visits',
    access: 'events.read',
    summary: 'Search visits by external click ID or transaction ID',
    description: `Exact matches from the last ${visitSearchDays} days. External click IDs are personal data, so viewers cannot search by them.`,
    query: searchQuery,
    data: visitSearchResult,
    example: {
      query: { q: 'T-10482' },
      data: {
        items: [
          {
            clickId: '01KA5B7Q0M9R4T6V8X2Z3C5E7G9J1K4M6N8P0R',
            time: '2026-11-16T09:30:00.000Z',
            campaign: 'Spring sale',
            match: 'transactionId',
          },
        ],
        isComplete: true,
      },
      issue: { path: 'q', message: 'must not be empty' },
    },
    run: (context, { query, signal }) => searchVisits(context, query, signal),
  },
  {
    operationId: 'searchTokens',
    method: 'GET',
    path: '/search/tokens',
    access: 'reports.read',
    summary: 'Search the values of tokens',
    description: `Finds the tokens of visits of the last ${tokenSearchDays} days that have exactly this value.`,
    query: tokenSearchQuery,
    data: tokenSearchResult,
    example: {
      query: { q: 'banner-7' },
      data: {
        items: [
          {
            token: 2,
            name: 'Creative',
            campaign: { id: panelIds.campaign, name: 'Spring sale' },
            trafficSource: { id: panelIds.trafficSource, name: 'Push network' },
            visits: 1_204,
            lastVisitAt: '2026-11-16T09:30:00.000Z',
          },
        ],
        isComplete: true,
      },
      issue: { path: 'q', message: 'must not be empty' },
    },
    run: (context, { query, signal }) => searchTokens(context, query, { signal }),
  },
];
