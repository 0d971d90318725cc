import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';

export async function requireReachable(url: string, host: string): Promise<void> {
  const { countClickHouseTables } = await import('../../traffic/clickhouse/back-up.ts');
  try {
    await countClickHouseTables(url);
  } catch (error) {
    throw new OperatorError(
      'engineUnavailable',
      `The ClickHouse server ${host} cannot be reached: ${describeError(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
}
