import { printTable } from './report.ts';

/** Of the API, by the name of the question. */
export type Medians = ReadonlyMap<string, number>;

export async function askApi(base: string, token: string, path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as { data?: Record<string, unknown> };
  if (answer.status !== 200)
    throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(body)}`);
  return body.data ?? {};
}

export function printGrowth([usual, large]: readonly Medians[]): void {
  if (usual === undefined || large === undefined) return;
  const rows = [...usual].map(([name, ms]) => [name, ((large.get(name) ?? NaN) / ms).toFixed(2)]);
  printTable(['question', 'times the answer at the usual size'], rows);
}
