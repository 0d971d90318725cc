import { request, type Agent } from 'node:http';
import type { ClickIds } from '../../domain/click-id/index.ts';
import { systemCode } from '../../platform/errors.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { runLanes, type LaneOptions } from '../lanes.ts';

type SteadyTraffic = {
  answered: Set<string>;
  failures: string[];
  others: number[];
  stop: () => Promise<void>;
};

/**
 * Sends visits on several connections until stopped, no matter what happens to the server. With `keepAlive` set to
 * false, each visit uses a new connection.
 */
export function startTraffic(link: string, clickIds: ClickIds, options: LaneOptions = {}): SteadyTraffic {
  const answered = new Set<string>();
  const others: number[] = [];
  const { stop } = runLanes(async (agent) => {
    const answer = await visit(link, agent);
    if ('failure' in answer) {
      traffic.failures.push(answer.failure);
      return false;
    }
    const clickId = new URL(answer.location, 'http://none').searchParams.get('cid') ?? '';
    const visitId = clickIds.decode(clickId)?.visitId;
    if (visitId === undefined) others.push(answer.status);
    else answered.add(visitId);
    return true;
  }, options);
  const traffic: SteadyTraffic = { answered, failures: [], others, stop };
  return traffic;
}

type Answer = { status: number; location: string } | { failure: string };

function visit(link: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(link, { agent, timeout: hangLimitMs }, (response) => {
      response.resume();
      response.once('close', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' }),
      );
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', (error) => resolve({ failure: systemCode(error) ?? error.message }));
    sent.end();
  });
}
