import { z } from 'zod';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { timestamp } from '../api/records.ts';

const client = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ description: 'Name given by the client itself; not verified.' }),
    host: z.string().nullable().meta({
      description: 'Host of the client metadata document. Null for a client that registered dynamically.',
    }),
  })
  .meta({ id: 'AgentClient' });

const redirectKinds = ['website', 'device', 'app'] as const;
export type RedirectKind = (typeof redirectKinds)[number];

export const agentRequest = z
  .strictObject({
    client,
    redirectHost: z
      .string()
      .meta({ description: 'Host that the browser is redirected to after the decision.' }),
    redirectKind: z.enum(redirectKinds).meta({
      description:
        'website: a server on the internet. device: a program on the same machine, at a loopback address. app: any app that opens links with the URL scheme of the redirect.',
    }),
    reads: z.array(z.string()).meta({ description: 'Data that the agent will be able to read.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'AgentRequest' });
export type AgentRequest = z.infer<typeof agentRequest>;

export const agentAnswer = z
  .strictObject({ returnTo: z.url().meta({ description: 'URL to open next in the browser.' }) })
  .meta({ id: 'AgentAnswer' });
export type AgentAnswer = z.infer<typeof agentAnswer>;

const agentConnection = z
  .strictObject({
    id: z.uuid(),
    clientName: z.string(),
    redirectHost: z.string(),
    person: z.strictObject({ id: z.uuid(), email: z.string() }).meta({
      description:
        'The person who approved the connection. The connection is revoked when their membership ends.',
    }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().meta({ description: 'Accurate to the minute.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'AgentConnection' });
export type AgentConnection = z.infer<typeof agentConnection>;

export const agentConnectionListQuery = listQuery(
  ['-createdAt', ...bothWays('createdAt', 'lastUsedAt', 'name')],
  textSearch,
);
export const agentConnectionPage = listPage(agentConnection).meta({ id: 'AgentConnectionPage' });

/** Data that a connected AI agent can read, as listed on the consent screen. */
export const agentReads = [
  'campaigns, traffic sources, affiliate networks, landing pages, offers, rotators with their rules, and goal rules',
  'reports with costs and revenue, and cost entries',
  'events without visitors’ IP addresses and user agents',
  'results of incoming postbacks, without their contents',
  'failed postbacks, current problems, and data freshness',
  'who changed which record or setting, and when',
];
