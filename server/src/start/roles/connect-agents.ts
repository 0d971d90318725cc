import { randomBytes } from 'node:crypto';
import { provideAgents } from '../../agents/serve-agents.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import type { AgentReading } from '../../services/agents/reading.ts';
import { systemActor } from '../../services/context.ts';
import type { WithOutbound } from '../../services/tools.ts';
import { RateLimiter } from '../../services/rate-limits/rate-limiter.ts';
import type { Database } from '../../store/database/database.ts';
import { ReadOnlyDatabase } from '../../store/database/read-only-database.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import type { Settings } from '../settings.ts';

// Connections are opened only while agents send requests.
const connectionsMax = 4;

export function openAgents(
  context: AgentsContext,
  settings: AgentSettings,
  engines: Pick<EngineAddresses, 'postgres'>,
) {
  const readDatabase = new ReadOnlyDatabase(engines.postgres, { connectionsMax });
  const agents = connectAgents({ context, readDatabase, settings });
  return { ...agents, close: () => readDatabase.close() };
}

type AgentsContext = AgentReading & WithOutbound;

type AgentSettings = Pick<Settings, 'publicUrl' | 'sessionSecret' | 'rate'>;

/** Gives agents the same read access as the panel, without any tool that can change data or send requests. */
export function connectAgents({
  context,
  readDatabase,
  settings,
}: {
  context: AgentsContext;
  readDatabase: Database;
  settings: AgentSettings;
}): ReturnType<typeof provideAgents> {
  const { now, traffic, clickIds, trackingUrl, drawHash } = context;
  const limiter = new RateLimiter(context.database, settings.rate);
  const { publicUrl, sessionSecret = randomBytes(32).toString('hex') } = settings;
  return provideAgents({
    context: { ...context, actor: systemActor('agents') },
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    clientIdKey: deriveKey(sessionSecret, 'client ids of agents'),
    cookieKey: Buffer.from(deriveKey(sessionSecret, 'cookies of agents')).toString('base64url'),
    reading: {
      database: readDatabase,
      now,
      traffic,
      ...(clickIds === undefined ? {} : { clickIds }),
      ...(trackingUrl === undefined ? {} : { trackingUrl }),
      ...(drawHash === undefined ? {} : { drawHash }),
    },
    takeRate: async (connectionId, messages) => {
      const state = await limiter.take(connectionId, messages);
      return state?.allowed === false ? state.retryAfterSeconds : undefined;
    },
  });
}
