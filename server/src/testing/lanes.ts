import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';

const lanes = 8;
const pauseMs = 10;
const pauseAfterFailureMs = 20;

/**
 * Does something again and again on several connections, whatever becomes of the server, until it is stopped. Work that
 * got no answer says so by `false`, and rests longer. Without any rest it would take the processors for itself that those
 * need who were killed and start again.
 */
export function runLanes(work: (agent: Agent) => Promise<boolean>): { stop: () => Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const stopping = new AbortController();
  const lane = async () => {
    while (!stopping.signal.aborted) await setTimeout((await work(agent)) ? pauseMs : pauseAfterFailureMs);
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    stop: async () => {
      stopping.abort();
      await running;
      agent.destroy();
    },
  };
}
