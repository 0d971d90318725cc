import { request, type Agent } from 'node:http';
import { hangLimitMs } from '../hang-limit.ts';
import { runLanes, type LaneOptions } from '../lanes.ts';

export type SteadyEvents = {
  answered: Set<string>;
  /** Number of requests without a response because the server was down. Their events may or may not have been saved. */
  failures: number;
  others: string[];
  stop: () => Promise<void>;
};

/** Reports conversions on several connections, half of them in request bodies. */
export function startEvents(
  address: string,
  { prefix = 't', ...options }: LaneOptions & { prefix?: string } = {},
): SteadyEvents {
  const answered = new Set<string>();
  const others: string[] = [];
  let sent = 0;
  const { stop } = runLanes(async (agent) => {
    const transaction = `${prefix}${(sent += 1)}`;
    const answer = await report(address, transaction, { agent, hasBody: sent % 2 === 0 });
    if (answer === '200 OK') answered.add(transaction);
    else if (answer !== undefined) others.push(answer);
    else events.failures += 1;
    return answer !== undefined;
  }, options);
  const events: SteadyEvents = { answered, failures: 0, others, stop };
  return events;
}

function report(
  address: string,
  transaction: string,
  { agent, hasBody }: { agent: Agent; hasBody: boolean },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fields = `cid=x&payout=1.5&txid=${transaction}`;
    const url = hasBody ? address : `${address}?${fields}`;
    const options = { agent, timeout: hangLimitMs, method: hasBody ? 'POST' : 'GET' };
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      // A response that ends early does not count as an answer.
      response.once('end', () => resolve(`${response.statusCode ?? 0} ${text}`));
      response.once('close', () => resolve(undefined));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined));
    sent.end(hasBody ? fields : undefined);
  });
}
