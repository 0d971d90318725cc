import { request, type Agent } from 'node:http';
import type { ClickIds } from '../../domain/click-id/index.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { runLanes } from '../lanes.ts';

type SteadyTraffic = {
  answered: Set<string>;
  failures: number;
  others: number[];
  stop: () => Promise<void>;
};

/** Sends visits on several connections until stopped, no matter what happens to the server. */
export function startTraffic(link: string, clickIds: ClickIds): SteadyTraffic {
  const answered = new Set<string>();
  const others: number[] = [];
  const { stop } = runLanes(async (agent) => {
    const answer = await visit(link, agent);
    if (answer === undefined) {
      traffic.failures += 1;
      return false;
    }
    const clickId = new URL(answer.location, 'http://none').searchParams.get('cid') ?? '';
    const visitId = clickIds.decode(clickId)?.visitId;
    if (visitId === undefined) others.push(answer.status);
    else answered.add(visitId);
    return true;
  });
  const traffic: SteadyTraffic = { answered, failures: 0, others, stop };
  return traffic;
}

function visit(link: string, agent: Agent): Promise<{ status: number; location: string } | undefined> {
  return new Promise((resolve) => {
    const sent = request(link, { agent, timeout: hangLimitMs }, (response) => {
      response.resume();
      response.once('close', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' }),
      );
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined));
    sent.end();
  });
}
