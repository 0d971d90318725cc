import { z } from 'zod';
import { bothWays, listPage, listQuery, textSearch } from './paging.ts';
import { timestamp } from './records.ts';

const client = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ description: 'As it calls itself: nobody has checked it.' }),
    host: z
      .string()
      .nullable()
      .meta({ description: 'Whose document describes it; null of one that only registered itself.' }),
  })
  .meta({ id: 'AgentClient' });

const redirectKinds = ['website', 'device', 'app'] as const;
export type RedirectKind = (typeof redirectKinds)[number];

/** An agent that asks a person to let it read a workspace. */
export const agentRequest = z
  .strictObject({
    client,
    redirectHost: z.string().meta({ description: 'Where the browser is sent afterwards.' }),
    redirectKind: z.enum(redirectKinds).meta({
      description:
        'website: a server on the internet. device: a program on the same machine, by a loopback address. app: whichever app opens links with this scheme.',
    }),
    reads: z.array(z.string()).meta({ description: 'What it will be able to read.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'AgentRequest' });
export type AgentRequest = z.infer<typeof agentRequest>;

export const agentAnswer = z
  .strictObject({ returnTo: z.url().meta({ description: 'Where the browser has to go next.' }) })
  .meta({ id: 'AgentAnswer' });
export type AgentAnswer = z.infer<typeof agentAnswer>;

/** One that was let in. */
const agentConnection = z
  .strictObject({
    id: z.uuid(),
    clientName: z.string(),
    redirectHost: z.string(),
    person: z.strictObject({ id: z.uuid(), email: z.string() }).meta({
      description: 'Who let it in. It ends with their membership.',
    }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().meta({ description: 'To the minute.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'AgentConnection' });
export type AgentConnection = z.infer<typeof agentConnection>;

export const agentConnectionListQuery = listQuery(
  ['-createdAt', ...bothWays('createdAt', 'lastUsedAt', 'name')],
  textSearch,
);
export const agentConnectionPage = listPage(agentConnection).meta({ id: 'AgentConnectionPage' });

/** What every connection can read, and nothing else. */
export const agentReads = [
  'campaigns, traffic sources, networks, landings, offers, rotators with their rules, and goals',
  'reports, with costs and revenue, and cost entries',
  'events, without addresses and user agents of visitors',
  'verdicts of incoming requests, without their contents',
  'postbacks that failed, current problems, and how fresh the data is',
  'who changed which record or setting, and when',
];
