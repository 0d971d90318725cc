import { request, type Agent } from 'node:http';
import { hangLimitMs } from '../hang-limit.ts';
import { runLanes } from '../lanes.ts';

export type SteadyConversions = {
  /**
   * How many of the two requests about it were answered with `OK`, by transaction, each of a visit of its own that was
   * answered as well. Only those with one are here.
   */
  answered: Map<string, number>;
  stop: () => Promise<void>;
};

const clickId = /[?&]cid=([0-9A-Za-z]{38})/;

/**
 * Visitors who come, and convert at once: the network says so twice, at two addresses, which can be of two edges. What
 * an edge did not answer nobody counts on.
 */
export function startConversions(
  visitLink: string,
  eventLinks: readonly [string, string],
): SteadyConversions {
  const answered = new Map<string, number>();
  let sent = 0;
  const { stop } = runLanes(async (agent) => {
    const transaction = `t${(sent += 1)}`;
    const visit = await ask(visitLink, agent);
    const [, cid] = clickId.exec(visit?.location ?? '') ?? [];
    if (cid === undefined) return visit !== undefined;
    let answers = 0;
    for (const eventLink of eventLinks) {
      const answer = await ask(`${eventLink}?cid=${cid}&payout=1.5&txid=${transaction}`, agent);
      if (answer?.status === 200) answered.set(transaction, (answers += 1));
    }
    return answers > 0;
  });
  return { answered, stop };
}

type Answer = { status: number; location: string };

function ask(url: string, agent: Agent): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: hangLimitMs }, (response) => {
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
