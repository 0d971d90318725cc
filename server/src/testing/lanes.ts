import { Agent } from 'node:http';

const lanes = 8;
const pauseAfterFailureMs = 20;

/**
 * Does something again and again on several connections, whatever becomes of the server, until it is stopped. Work that
 * got no answer says so by `false`, and rests a moment.
 */
export function runLanes(work: (agent: Agent) => Promise<boolean>): { stop: () => Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const stopping = new AbortController();
  const lane = async () => {
    while (!stopping.signal.aborted)
      if (!(await work(agent))) await new Promise((resolve) => setTimeout(resolve, pauseAfterFailureMs));
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
