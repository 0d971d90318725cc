import { rmSync } from 'node:fs';
import type { Client } from 'pg';
import {
  hasEngineFiles,
  openDataDirectory,
  readMovedHosts,
  readTrafficStore,
  type DataDirectory,
} from '../../engines/data-directory.ts';
import { readMoveFile, removeMoveFile, type MoveFile } from '../../engines/move-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { dropFence, readFence, withClickHouse } from '../../traffic/clickhouse/move/fence.ts';
import { cancelMove, readMove, removeMovedRows } from '../../traffic/postgres/move/move-state.ts';
import { claimInstance, readInstance } from '../instance.ts';
import { beginLongTask } from '../long-task.ts';
import { isEngineRunning } from '../move/find-embedded-engines.ts';
import { removeCopy, type CopyRemoval, type MoveCopy } from '../move/remove-copy.ts';
import { requireUnmovedData } from '../move/current-settings.ts';
import type { Settings } from '../settings.ts';
import { openInstallation } from './open-installation.ts';

// Ends an unfinished move, and deletes what it has copied.
export async function cancel(settings: Settings): Promise<CopyRemoval> {
  const directory = openDataDirectory(settings.dataDirectory);
  const task = await beginLongTask(directory.path, 'move');
  if ('running' in task) throw new OperatorError('refused', `A ${task.running} is running. Stop it first.`);
  try {
    const removal = await removeCopy(await endMove(settings, readMoveFile(directory)), directory);
    removeMoveFile(directory);
    return removal;
  } finally {
    task.release();
  }
}

// Makes sure that the old place stays in use.
async function endMove(settings: Settings, file: MoveFile | undefined): Promise<MoveCopy> {
  if (file === undefined || file.kind === 'traffic') return await cancelTraffic(settings, file);
  const { kind, id, databaseUrl, clickhouseUrl } = file;
  if (kind === 'postgres') {
    await requireUndecided(settings);
    return { engine: 'postgres', id, url: databaseUrl ?? settings.databaseUrl };
  }
  await cancelClickHouse(settings);
  return { engine: 'clickhouse', id, url: clickhouseUrl ?? settings.clickhouseUrl };
}

async function cancelTraffic(settings: Settings, file: MoveFile | undefined): Promise<MoveCopy> {
  const last = await withMoveClient(settings, async (client) => {
    const move = await readMove(client);
    if (move !== undefined) await cancelMove(client);
    return move;
  });
  if (last?.state === 'moved') throw cannotCancel();
  if (last === undefined && file === undefined)
    throw new OperatorError('refused', 'There is no move to cancel.');
  const url = file === undefined ? settings.clickhouseUrl : file.clickhouseUrl;
  return { engine: 'clickhouse', id: last?.id ?? '', url };
}

async function requireUndecided(settings: Settings): Promise<void> {
  const installation = await openInstallation(settings);
  try {
    await requireUnmovedData(installation.postgresUrl).catch((error: unknown) => {
      throw error instanceof OperatorError && error.reason === 'configuration' ? cannotCancel() : error;
    });
  } finally {
    await installation.close();
  }
}

async function cancelClickHouse(settings: Settings): Promise<void> {
  const installation = await openInstallation(settings, { traffic: true });
  try {
    await withClickHouse(installation.traffic.url, async (client) => {
      if ((await readFence(client)) === 'moved') throw cannotCancel();
      await dropFence(client);
    });
  } finally {
    await installation.close();
  }
}

function cannotCancel(): OperatorError {
  return new OperatorError(
    'refused',
    'The move is complete and cannot be canceled. If Waypost does not use the new place yet, run `waypost move`.',
  );
}

// Deletes what moves have left: the files of embedded engines, and the traffic in PostgreSQL. Returns what was deleted.
export async function removeOld(settings: Settings): Promise<string[]> {
  const directory = openDataDirectory(settings.dataDirectory);
  const { postgresHost, clickhouseHost } = readMovedHosts(directory);
  const removed: string[] = [];
  const engines = [
    { engine: 'postgres', name: 'PostgreSQL', isMoved: postgresHost !== undefined },
    { engine: 'clickhouse', name: 'ClickHouse', isMoved: clickhouseHost !== undefined },
  ] as const;
  for (const { engine, name, isMoved } of engines) {
    if (!isMoved || !hasEngineFiles(directory, engine)) continue;
    await removeFiles(directory, engine, name);
    removed.push(`the files of the embedded ${name}`);
  }
  if (await removeTraffic(settings, removed.length > 0)) removed.push('the old traffic in PostgreSQL');
  return removed;
}

async function removeFiles(
  directory: DataDirectory,
  engine: 'postgres' | 'clickhouse',
  name: string,
): Promise<void> {
  const isServing = readInstance(directory)?.kind === 'server';
  if (isServing && (await isEngineRunning(directory, engine)))
    throw new OperatorError(
      'refused',
      `The embedded ${name} is still running. Restart Waypost with the new settings first. Nothing was deleted.`,
    );
  const lock = isServing ? undefined : await claimInstance(directory, 'command');
  try {
    const folders =
      engine === 'postgres' ? [directory.postgres] : [directory.clickhouse, directory.clickhouseConfig];
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  } finally {
    lock?.release();
  }
}

// Returns false if there is none and something else was removed.
async function removeTraffic(settings: Settings, isOptional: boolean): Promise<boolean> {
  const isMoved = async (client: Client) =>
    (await hasMoves(client)) &&
    (await readMove(client))?.state === 'moved' &&
    readTrafficStore(openDataDirectory(settings.dataDirectory)) === 'clickhouse';
  const installation = await openInstallation(settings);
  try {
    return await withPostgresClient(installation.postgresUrl, async (client) => {
      if (await isMoved(client)) {
        await removeMovedRows(client);
        return true;
      }
      if (isOptional) return false;
      throw new OperatorError('refused', 'Nothing was moved. Nothing was deleted.');
    });
  } finally {
    await installation.close();
  }
}

async function hasMoves(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('traffic.moves') IS NOT NULL AS found",
  );
  return rows[0]?.found === true;
}

async function withMoveClient<Result>(
  settings: Settings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(settings);
  try {
    return await withPostgresClient(installation.postgresUrl, async (client) => {
      if (!(await hasMoves(client))) throw new OperatorError('refused', 'There is no move to cancel.');
      return await work(client);
    });
  } finally {
    await installation.close();
  }
}
