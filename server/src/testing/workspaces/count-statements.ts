import type { KyselyPlugin } from 'kysely';
import type { Executor } from '../../store/database/database.ts';

export async function countStatements<Result>(
  executor: Executor,
  work: (counted: Executor) => Promise<Result>,
): Promise<{ result: Result; statements: number }> {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const counted = Object.assign(executor.withPlugin(plugin), { seals: executor.seals });
  const result = await work(counted);
  return { result, statements };
}
