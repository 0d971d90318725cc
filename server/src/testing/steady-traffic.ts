import { Agent, request } from 'node:http';
import type { ClickIds } from '../domain/click-id/index.ts';

export type SteadyTraffic = {
  /** Visits that were answered with a redirect, by their ids. */
  answered: Set<string>;
  /** Requests that got no answer: the server was gone. */
  failures: number;
  /** Answers that were no redirect. */
  others: number[];
  stop: () => Promise<void>;
};

const lanes = 8;
const pauseAfterFailureMs = 20;

/** Visitors who come one after the other on several connections, whatever becomes of the server, until they are stopped. */
export function startTraffic(link: string, clickIds: ClickIds): SteadyTraffic {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const stopping = new AbortController();
  const traffic: SteadyTraffic = {
    answered: new Set(),
    failures: 0,
    others: [],
    stop: async () => {
      stopping.abort();
      await running;
      agent.destroy();
    },
  };
  const lane = async () => {
    while (!stopping.signal.aborted) {
      const answer = await visit(link, agent);
      if (answer === undefined) {
        traffic.failures += 1;
        await new Promise((resolve) => setTimeout(resolve, pauseAfterFailureMs));
        continue;
      }
      const clickId = new URL(answer.location, 'http://none').searchParams.get('cid') ?? '';
      const visitId = clickIds.decode(clickId)?.visitId;
      if (visitId === undefined) traffic.others.push(answer.status);
      else traffic.answered.add(visitId);
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return traffic;
}

function visit(link: string, agent: Agent): Promise<{ status: number; location: string } | undefined> {
  return new Promise((resolve) => {
    const sent = request(link, { agent, timeout: 20_000 }, (response) => {
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
