import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDataDirectory } from '../../src/engines/data-directory.ts';
import { newId } from '../../src/platform/ids.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { requireUnmovedData } from '../../src/start/move/current-settings.ts';
import { movePostgres, requireOwnDatabase } from '../../src/start/move/move-postgres.ts';
import { removeCopy } from '../../src/start/move/remove-copy.ts';
import { Database } from '../../src/store/database/database.ts';
import { hasWorkspaces } from '../../src/store/database/has-workspaces.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildVisitRow } from '../../src/testing/spool/rows.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { asSuperuser, fillDatabase, makeMigratedDatabase, readContents } from './filled-database.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';

type Step = (step: string, detail: string) => void;

async function startLab() {
  const [source, target] = [await makeMigratedDatabase(), await makeMigratedDatabase()];
  await fillDatabase(source);
  const database = openDatabase(source);
  const id = newId();
  const move = async (onProgress: Step = () => undefined) =>
    await movePostgres({ source, target, host: 'db.example.com:5432', id, hasTraffic: true, onProgress });
  return { source, target, id, database, move };
}

function openDatabase(url: string): Database {
  const database = new Database(url, { connectionsMax: 4, secret: testSecrets.sessionSecret });
  onTestFinished(() => database.close());
  return database;
}

// Ends the connections of this move to a database.
async function disconnect(url: string, query: string): Promise<void> {
  await asSuperuser(url, (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND query ~ $1`,
      [query],
    ),
  );
}

test('copies every row of every table, and then the old database refuses writes but not reads', async () => {
  const { source, target, database, move } = await startLab();
  const before = await readContents(source);
  const { rows, days } = await move();
  expect(rows).toBeGreaterThan(20);
  expect(days).toBe(3);
  expect(await readContents(target)).toEqual(before);
  const refused = { code: 'SERVICE_UNAVAILABLE', message: 'The database does not accept writes' };
  await expect(makeWorkspace(database)).rejects.toMatchObject(refused);
  expect(await readContents(source)).toEqual(before);
  const traffic = openTraffic({ store: 'postgres', url: source });
  onTestFinished(() => traffic.close());
  const visit = spoolLines('late', [buildVisitRow({}, Date.now())]);
  expect(await traffic.targets.visits.insert('late', visit)).toMatchObject({ kind: 'unknown' });
  await expect(requireUnmovedData(source)).rejects.toThrow('was moved to the server db.example.com:5432');
  await expect(requireUnmovedData(target)).resolves.toBeUndefined();
  const made = await makeCampaign(await makeWorkspace(openDatabase(target)));
  expect(made.id).toBeDefined();
  expect(await move()).toEqual({ rows: 0, days: 0, pausedMs: 0 });
});

test('writes wait while rows are copied, and continue if the connection is lost before the decision', async () => {
  const { source, target, id, database, move } = await startLab();
  const waiting: Promise<unknown>[] = [];
  const stopped = move((step) => {
    if (step !== 'Copy' || waiting.length > 0) return;
    waiting.push(makeWorkspace(database));
    waiting.push(disconnect(source, '^COPY|LOCK|RESET|CREATE OR REPLACE'));
  });
  await expect(stopped).rejects.toThrow();
  await expect(Promise.all(waiting)).resolves.toBeDefined();
  await expect(requireUnmovedData(source)).resolves.toBeUndefined();
  // The rows of an interrupted copy are replaced.
  await requireOwnDatabase({ target, host: 'db', id });
  await move();
  expect(await readContents(target)).toEqual(await readContents(source));
});

test('starts over after the decision was not reached, although the copy was complete', async () => {
  const { source, target, id, database, move } = await startLab();
  const stopped = move((step) => {
    if (step === 'Compare') throw new Error('stopped by the test');
  });
  await expect(stopped).rejects.toThrow('stopped by the test');
  await makeWorkspace(database);
  await expect(requireOwnDatabase({ target, host: 'db', id })).resolves.toBeUndefined();
  await expect(requireOwnDatabase({ target, host: 'db', id: newId() })).rejects.toThrow(
    'The PostgreSQL database at db already contains data.',
  );
  await move();
  expect(await readContents(target)).toEqual(await readContents(source));
});

test('deletes the copy of a canceled move, unless another client uses it or it is the copy of another move', async () => {
  const { source, target, id, move } = await startLab();
  const stopped = move((step) => {
    if (step === 'Compare') throw new Error('stopped by the test');
  });
  await expect(stopped).rejects.toThrow('stopped by the test');
  const copy = { engine: 'postgres', id, url: target } as const;
  const directory = openDataDirectory(makeTemporaryDirectory());
  const other = await removeCopy({ ...copy, id: newId() }, directory);
  expect(other.removed).toEqual([]);
  const user = new Client({ connectionString: target });
  await user.connect();
  const kept = await removeCopy(copy, directory);
  expect([kept.removed, kept.remaining.join()]).toEqual([[], expect.stringContaining('may be in use')]);
  await user.end();
  expect(await hasWorkspaces(target)).toBe(true);
  const host = new URL(target).host;
  await waitUntil(async () => (await removeCopy(copy, directory)).removed.length > 0);
  expect(await removeCopy(copy, directory)).toEqual({
    removed: [],
    remaining: [
      `Empty tables remain in PostgreSQL at ${host}. The next move can use them. To delete everything there, run \`DROP DATABASE ${new URL(target).pathname.slice(1)}\` on the server.`,
    ],
  });
  expect(await hasWorkspaces(target)).toBe(false);
  await requireOwnDatabase({ target, host, id: newId() });
  await move();
  expect(await readContents(target)).toEqual(await readContents(source));
  const nowhere = Object.assign(new URL(target), { port: '1' }).href;
  expect((await removeCopy({ ...copy, url: nowhere }, directory)).remaining.join()).toMatch(
    /could not be deleted: .*DROP DATABASE/,
  );
});

test('does not switch if the copy differs', async () => {
  const { source, target, database, move } = await startLab();
  await asSuperuser(target, (client) =>
    client.query(`CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name = 'other'; RETURN NEW; END $$;
      CREATE TRIGGER change BEFORE INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION change()`),
  );
  await expect(move()).rejects.toThrow(/differs from the original in the tables public\.workspaces/);
  await expect(requireUnmovedData(source)).resolves.toBeUndefined();
  await makeWorkspace(database);
  await expect(requireOwnDatabase({ target, host: 'db', id: newId() })).resolves.toBeUndefined();
});

test('waits for running transactions, and refuses a target with other tables or without rights', async () => {
  const { source, database, move } = await startLab();
  const client = new Client({ connectionString: source });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN; LOCK TABLE workspaces IN ROW EXCLUSIVE MODE');
  const moving = move();
  // Others can write meanwhile.
  await makeWorkspace(database);
  await client.query('COMMIT');
  await expect(moving).resolves.toMatchObject({ days: 3 });

  const other = await makeDatabase();
  await asSuperuser(other, (superuser) => superuser.query('CREATE TABLE public.orders (id integer)'));
  await expect(requireOwnDatabase({ target: other, host: 'db', id: newId() })).rejects.toThrow(
    'The PostgreSQL database at db already contains other tables.',
  );
  const poor = await makeDatabase();
  const role = `poor_${newId().replaceAll('-', '')}`;
  await asSuperuser(poor, (superuser) => superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'poor'`));
  onTestFinished(async () => {
    await asSuperuser(poor, (superuser) => superuser.query(`DROP ROLE ${role}`));
  });
  const url = Object.assign(new URL(poor), { username: role, password: 'poor' });
  await expect(migratePostgresSchema(url.href)).rejects.toThrow(/permission denied/);
});
