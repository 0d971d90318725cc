import { request, type Agent } from 'node:http';
import { hangLimitMs } from '../hang-limit.ts';
import { runLanes } from '../lanes.ts';

export type SteadyConversions = {
  /**
   * Number of incoming postbacks that were answered with `OK`, by transaction ID. The number is 1 or 2. Each
   * transaction belongs to a separate visit, whose request was also answered.
   */
  answered: Map<string, number>;
  stop: () => Promise<void>;
};

const clickId = /[?&]cid=([0-9A-Za-z]{38})/;

/**
 * Sends visits that convert immediately. Each conversion is reported twice, to two URLs that can belong to different
 * edges. `answered` includes only requests that were answered.
 */
export function startConversions(
  visitLink: string,
  eventLinks: readonly [string, string],
): SteadyConversions {
  const answered = new Map<string, number>();
  let sent = 0;
  const { stop } = runLanes(async (agent) => {
    const transaction = `t${(sent += 1)}`;
    const visit = await sendRequest(visitLink, agent);
    const [, cid] = clickId.exec(visit?.location ?? '') ?? [];
    if (cid === undefined) return visit !== undefined;
    let answers = 0;
    for (const eventLink of eventLinks) {
      const answer = await sendRequest(`${eventLink}?cid=${cid}&payout=1.5&txid=${transaction}`, agent);
      if (answer?.status === 200) answered.set(transaction, (answers += 1));
    }
    return answers > 0;
  });
  return { answered, stop };
}

type Answer = { status: number; location: string };

function sendRequest(url: string, agent: Agent): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: hangLimitMs }, (response) => {
      response.resume();
      // A response that ends early does not count as an answer.
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
