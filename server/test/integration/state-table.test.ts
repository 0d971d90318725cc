import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import {
  anyStep,
  firstSteps,
  planStep,
  type Act,
  type Model,
  type ModelStep,
} from '../../src/testing/models/contract-model.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let api: ApiServer;
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  api = await makeApiServer(database, directory);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

type Outcome = { status: number; created: string; details: Record<string, unknown> };

async function perform(act: Act, context: WorkspaceContext, token: string): Promise<Outcome> {
  if ('call' in act) {
    try {
      await act.call(context);
      return { status: 200, created: '', details: {} };
    } catch (error) {
      return { status: (error as { status: number }).status, created: '', details: {} };
    }
  }
  const [method, path, body] = act.send;
  const response = await api.send({ token, method, path, body });
  const data = response.body.data as { id?: string; campaign?: { id: string } } | null | undefined;
  return {
    status: response.status,
    created: data?.id ?? data?.campaign?.id ?? '',
    details: response.body.error?.details ?? {},
  };
}

async function compareWithApi(model: Model, token: string): Promise<void> {
  const read = async <Data>(path: string) =>
    (await api.send({ token, method: 'GET', path })).body.data as Data;
  const { campaigns } = await read<{ campaigns: Record<string, unknown>[] }>(
    '/campaigns?includeArchived=1&limit=200',
  );
  expect(
    campaigns.toReversed().map(({ id, name, status, trafficSourceId, destination }) => ({
      id,
      name,
      status,
      source: trafficSourceId,
      rotator: (destination as { rotatorId: string }).rotatorId,
    })),
  ).toEqual(
    model.campaigns.map(({ id, name, status, source, rotator }) => ({ id, name, status, source, rotator })),
  );
  const landings = await read<{ id: string; status: string }[]>('/landings?includeArchived=1');
  expect(landings.map(({ id, status }) => ({ id, isArchived: status === 'archived' }))).toEqual(
    model.landings,
  );
  const rotators = await read<{ id: string }[]>('/rotators');
  expect(rotators.map(({ id }) => id)).toEqual(
    model.rotators.filter(({ isArchived }) => !isArchived).map(({ id }) => id),
  );
}

test('any sequence of API operations follows the state table', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 120 }), async (steps) => {
      const context = await makeWorkspace(database);
      const { token } = await makeKey(context);
      const model: Model = { sources: [], landings: [], rotators: [], campaigns: [] };
      for (const step of [...firstSteps, ...(steps as ModelStep[])]) {
        const [act, expected] = planStep(model, step);
        const outcome = await perform(act, context, token);
        expect({ ...step, status: outcome.status }).toEqual({ ...step, status: expected.status });
        if (expected.missing !== undefined) expect(outcome.details).toEqual({ missing: expected.missing });
        if (expected.blockedIds !== undefined)
          expect((outcome.details['blockedCampaignIds'] as string[]).toSorted()).toEqual(
            expected.blockedIds.toSorted(),
          );
        if (outcome.status < 300) expected.apply?.(outcome.created);
      }
      await compareWithApi(model, token);
    }),
    { numRuns: rounds(12, 400) },
  );
}, 600_000);
