import { request, type Agent } from 'node:http';
import { runLanes } from './lanes.ts';

export type SteadyConversions = {
  /** Transactions that were answered with `OK`, each of a visit of its own that was answered as well. */
  answered: Set<string>;
  stop: () => Promise<void>;
};

const clickId = /[?&]cid=([0-9A-Za-z]{38})/;

/** Visitors who come, and convert at once: the network says so twice. What an edge did not answer nobody counts on. */
export function startConversions(visitLink: string, eventLink: string): SteadyConversions {
  const answered = new Set<string>();
  let sent = 0;
  const { stop } = runLanes(async (agent) => {
    const transaction = `t${(sent += 1)}`;
    const visit = await ask(visitLink, agent);
    const [, cid] = clickId.exec(visit?.location ?? '') ?? [];
    if (cid === undefined) return visit !== undefined;
    const event = `${eventLink}?cid=${cid}&payout=1.5&txid=${transaction}`;
    const first = await ask(event, agent);
    if (first?.status === 200) answered.add(transaction);
    return (await ask(event, agent)) !== undefined;
  });
  return { answered, stop };
}

type Answer = { status: number; location: string };

function ask(url: string, agent: Agent): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: 20_000 }, (response) => {
      response.resume();
      // An answer that breaks off in the middle is none.
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' }),
      );
      response.once('close', () => resolve(undefined));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined));
    sent.end();
  });
}
