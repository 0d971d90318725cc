import { z } from 'zod';
import { timestamp } from '../api/records.ts';

const trafficStore = z.enum(['clickhouse', 'postgres']).meta({ description: 'Traffic store.' });

export const installation = z
  .strictObject({
    version: z.string(),
    trafficStore,
    canSendMail: z.boolean().meta({
      description: 'If false, the person who creates an invitation or reset link has to pass it on.',
    }),
    hasPublicUrl: z.boolean().meta({ description: 'True if WAYPOST_PUBLIC_URL is set.' }),
    trackingHost: z.string().nullable().meta({
      description: 'Host of WAYPOST_TRACKING_URL, the DNS target of tracking domains. Null if not set.',
    }),
    isFirstSignInPending: z.boolean().meta({ description: 'True until the first sign-in.' }),
  })
  .meta({ id: 'Installation' });
export type Installation = z.infer<typeof installation>;

const systemPart = z
  .strictObject({
    name: z.string().meta({ description: 'Process, or component of a process such as worker/postgres.' }),
    isOk: z.boolean(),
    isEssential: z
      .boolean()
      .meta({ description: 'True if Waypost cannot serve requests while this part is failing.' }),
    since: timestamp,
    message: z.string().nullable(),
  })
  .meta({ id: 'SystemPart' });

const bytes = z.number().meta({ description: 'In bytes.' });

export const systemHealth = z
  .strictObject({
    status: z.enum(['ready', 'degraded', 'unavailable', 'unknown']).meta({
      description:
        'unknown: the status port on this machine is not responding, so `parts` and `restarts` are empty.',
    }),
    version: z.string(),
    trafficStore,
    parts: z.array(systemPart),
    restarts: z
      .array(z.strictObject({ process: z.string(), count: z.int() }))
      .meta({ description: 'Restarts of each process since the installation was started.' }),
    restartLog: z
      .array(
        z.strictObject({
          process: z.string().meta({ description: 'Process name. waypost means the whole installation.' }),
          why: z.string(),
          at: timestamp.meta({ description: 'Last occurrence, if repeated.' }),
          times: z.int(),
        }),
      )
      .nullable()
      .meta({
        description:
          'Processes that ended on this machine, and starts and stops of the installation, newest first. Null if not recorded.',
      }),
    spool: z
      .array(z.strictObject({ name: z.string(), backlogBytes: bytes, oldestSeconds: z.number() }))
      .meta({ description: 'Edge spools on this machine, with rows that are not shipped yet.' }),
    databaseBytes: bytes.meta({ description: 'Size of the PostgreSQL database in bytes.' }),
    trafficBytes: z.number().nullable().meta({
      description:
        'Size of the recorded traffic in bytes. Part of databaseBytes if stored in PostgreSQL; for a cluster, the size on one server. Null if unknown.',
    }),
    geoAgeDays: z
      .number()
      .nullable()
      .meta({ description: 'Age of the older GeoIP database file in days. Null if no edge reports it.' }),
    disk: z
      .strictObject({ freeBytes: bytes, totalBytes: bytes })
      .nullable()
      .meta({ description: 'Disk that contains the data directory. Null if it cannot be read.' }),
    backups: z.strictObject({
      last: z
        .strictObject({
          at: timestamp,
          durationMs: z.number().nullable(),
          bytes: bytes.nullable(),
          folder: z.string().nullable(),
        })
        .nullable()
        .meta({
          description:
            'Last successful backup. Null if there is none. Only `at` is set for backups by scripts, which touch the file last-backup in the data directory after each backup.',
        }),
      failure: z
        .strictObject({ at: timestamp, reason: z.string() })
        .nullable()
        .meta({ description: 'Last failed backup, which may be older than the last successful one.' }),
      nextAt: timestamp
        .nullable()
        .meta({ description: 'Next automatic backup. Null if WAYPOST_BACKUP_TO is not set.' }),
    }),
    certificates: z
      .array(
        z.strictObject({
          host: z.string(),
          expiresAt: timestamp.nullable().meta({ description: 'Null if there is no certificate yet.' }),
          error: z.string().nullable().meta({
            description:
              'Last error, in the words of the certificate authority if it sent any. Null if none.',
          }),
          errorAt: timestamp.nullable(),
          nextAttemptAt: timestamp.meta({ description: 'Next renewal, or next attempt after an error.' }),
        }),
      )
      .meta({
        description:
          'Certificates that Waypost obtains, at most 100, those with errors first. Empty if a proxy terminates TLS.',
      }),
    edges: z.array(
      z.strictObject({
        name: z.string(),
        isAlive: z.boolean(),
        startedAt: timestamp,
        lastHeardAt: timestamp.meta({
          description: 'Expiry of the edge’s lease, which it renews continuously.',
        }),
        shippedUntil: timestamp
          .nullable()
          .meta({ description: 'All rows up to this time have been shipped.' }),
        isCurrent: z
          .boolean()
          .meta({ description: 'True if the edge serves the latest published configuration.' }),
      }),
    ),
    publication: z.strictObject({
      waiting: z.int().meta({ description: 'Campaigns with changes waiting to be published.' }),
      failed: z.int().meta({ description: 'Campaigns whose last change could not be published.' }),
    }),
    jobs: z
      .array(z.strictObject({ name: z.string(), dueAt: timestamp, isLate: z.boolean() }))
      .meta({ description: 'Scheduled worker jobs. Late jobs are overdue and not running.' }),
    backlog: z.strictObject({
      inboxRequests: z.int().meta({ description: 'Incoming postbacks waiting to be processed.' }),
      outboxRows: z.int().meta({ description: 'Rows waiting to be shipped to the traffic store.' }),
      postbacks: z.int().meta({ description: 'Postbacks due but not sent yet.' }),
    }),
    erasures: z.strictObject({ stuck: z.int() }),
    checkedAt: timestamp,
  })
  .meta({ id: 'SystemHealth' });
export type SystemHealth = z.infer<typeof systemHealth>;
