import { z } from 'zod';
import { timestamp } from './records.ts';

const trafficStore = z.enum(['clickhouse', 'postgres']).meta({ description: 'Where traffic is recorded.' });

/** What whoever has not signed in yet may know of the installation. */
export const installation = z
  .strictObject({
    version: z.string(),
    trafficStore,
    canSendMail: z
      .boolean()
      .meta({ description: 'Without mail, links are handed over by those who make them.' }),
    hasPublicUrl: z.boolean().meta({ description: 'Whether WAYPOST_PUBLIC_URL is set.' }),
    trackingHost: z.string().nullable().meta({
      description:
        'The host of WAYPOST_TRACKING_URL, which domains have to point to; null where it is not set.',
    }),
    isFirstSignInPending: z.boolean().meta({ description: 'Whether nobody has signed in here yet.' }),
  })
  .meta({ id: 'Installation' });
export type Installation = z.infer<typeof installation>;

const systemPart = z
  .strictObject({
    name: z
      .string()
      .meta({ description: 'A process or, behind a stroke, a part of it, such as worker/postgres.' }),
    isOk: z.boolean(),
    isEssential: z
      .boolean()
      .meta({ description: 'Without it nothing is served; without another something is missing.' }),
    since: timestamp,
    message: z.string().nullable(),
  })
  .meta({ id: 'SystemPart' });

const bytes = z.number().meta({ description: 'In bytes.' });

/** What the operator of the installation looks at when something is slow or missing. */
export const systemHealth = z
  .strictObject({
    status: z.enum(['ready', 'degraded', 'unavailable', 'unknown']).meta({
      description:
        'unknown: the status port of this machine does not answer, and there are no parts and restarts.',
    }),
    version: z.string(),
    trafficStore,
    parts: z.array(systemPart),
    restarts: z
      .array(z.strictObject({ process: z.string(), count: z.int() }))
      .meta({ description: 'How often each process had to be started again since the last start of all.' }),
    restartLog: z
      .array(
        z.strictObject({
          process: z.string().meta({ description: 'waypost is all of it.' }),
          why: z.string(),
          at: timestamp.meta({ description: 'The last time, where it happened several times in a row.' }),
          times: z.int(),
        }),
      )
      .nullable()
      .meta({
        description:
          'What ended by itself on this machine, starts and stops of the whole among it, the newest first; null where nobody keeps that.',
      }),
    spool: z
      .array(z.strictObject({ name: z.string(), backlogBytes: bytes, oldestSeconds: z.number() }))
      .meta({ description: 'What edges of this machine have kept and not handed over yet.' }),
    databaseBytes: bytes.meta({ description: 'What PostgreSQL keeps, in bytes.' }),
    trafficBytes: z.number().nullable().meta({
      description:
        'What recorded traffic takes, in bytes; in PostgreSQL it is a part of databaseBytes, and of a cluster it is that of one server. Null where the store does not tell.',
    }),
    geoAgeDays: z
      .number()
      .nullable()
      .meta({ description: 'Of the older file that places are looked up in; null where no edge tells.' }),
    disk: z
      .strictObject({ freeBytes: bytes, totalBytes: bytes })
      .nullable()
      .meta({ description: 'Where the data directory is; null where it cannot be read.' }),
    lastBackupAt: timestamp.nullable().meta({
      description:
        'When the file last-backup of the data directory was touched, which whoever makes backups does after each; null where there is none.',
    }),
    edges: z.array(
      z.strictObject({
        name: z.string(),
        isAlive: z.boolean(),
        startedAt: timestamp,
        lastHeardAt: timestamp.meta({
          description: 'Until when its lease runs, which it renews all the time.',
        }),
        shippedUntil: timestamp.nullable().meta({ description: 'Everything up to then has arrived.' }),
        isCurrent: z.boolean().meta({ description: 'Whether it serves the last that was published.' }),
      }),
    ),
    publication: z.strictObject({
      waiting: z.int().meta({ description: 'Campaigns with changes that are not compiled yet.' }),
      failed: z.int().meta({ description: 'Campaigns whose last change could not be compiled.' }),
    }),
    jobs: z
      .array(z.strictObject({ name: z.string(), dueAt: timestamp, isLate: z.boolean() }))
      .meta({ description: 'What workers do by a timetable; late is what nobody does.' }),
    backlog: z.strictObject({
      inboxRequests: z.int().meta({ description: 'Requests of networks that nobody has looked at yet.' }),
      outboxRows: z.int().meta({ description: 'Rows that the traffic store has not taken yet.' }),
      postbacks: z.int().meta({ description: 'Postbacks that are due and not sent.' }),
    }),
    erasures: z.strictObject({ stuck: z.int() }),
    checkedAt: timestamp,
  })
  .meta({ id: 'SystemHealth' });
export type SystemHealth = z.infer<typeof systemHealth>;
