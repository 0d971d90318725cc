import { printTable, progress } from './report.ts';
import { median, spread, timed } from './timing.ts';

/** Median API response times in milliseconds, by report name. */
export type Medians = ReadonlyMap<string, number>;

/** A report that is requested both from the API and with a hand-written query. */
type Compared = { name: string; askApi: () => Promise<unknown>; askByHand: () => Promise<unknown> };

class NotAnswered extends Error {
  readonly status: number;

  constructor(path: string, status: number, body: unknown) {
    super(`${path} returned status ${status}: ${JSON.stringify(body)}`);
    this.status = status;
  }
}

export async function askApi(base: string, token: string, path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as { data?: Record<string, unknown> };
  if (answer.status !== 200) throw new NotAnswered(path, answer.status, body);
  return body.data ?? {};
}

/**
 * Runs each report through the API and as a hand-written query. The runs alternate, so that a temporary slowdown of the
 * machine affects both.
 */
export async function compareReports(questions: readonly Compared[], rounds: number): Promise<Medians> {
  const results: string[][] = [];
  const medians = new Map<string, number>();
  for (const question of questions) {
    progress(question.name);
    const api: number[] = [];
    const hand: number[] = [];
    try {
      for (let round = 0; round <= rounds; round += 1) {
        hand.push(await timed(question.askByHand));
        api.push(await timed(question.askApi));
      }
    } catch (error) {
      if (!(error instanceof NotAnswered) || error.status !== 503) throw error;
      results.push([question.name, '', 'too slow (503)', '', '']);
      continue;
    }
    // The first run is discarded, because caches are still cold.
    const [ofHand, ofApi] = [hand.slice(1), api.slice(1)];
    const isWithin = median(ofApi) <= median(ofHand) * 1.5 + 5;
    const ratio = (median(ofApi) / median(ofHand)).toFixed(2);
    results.push([question.name, spread(ofHand), spread(ofApi), ratio, isWithin ? 'yes' : 'no']);
    medians.set(question.name, median(ofApi));
  }
  printTable(['report', 'hand-written query, ms', 'API, ms', 'ratio', 'API <= 1.5 x + 5 ms'], results);
  process.stdout.write('\n');
  return medians;
}

export function printGrowth([usual, large]: readonly Medians[]): void {
  if (usual === undefined || large === undefined) return;
  const rows = [...usual].map(([name, ms]) => {
    const grown = large.get(name);
    return [name, grown === undefined ? '' : (grown / ms).toFixed(2)];
  });
  printTable(['report', 'API time at large size / default size'], rows);
}
