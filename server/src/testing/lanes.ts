import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { rounds } from './rounds.ts';

const lanes = 8;
// In a short run, more requests would take most of the processor time.
const defaultPauseMs = rounds(80, 20);
const pauseAfterFailureMs = 20;

export type LaneOptions = { keepAlive?: boolean; pauseMs?: number };

/**
 * Runs `work` repeatedly on several connections until stopped, no matter what happens to the server. `work` returns
 * false if it received no response; the connection then pauses longer. Without pauses, the connections would take the
 * CPU time that restarting processes need.
 */
export function runLanes(
  work: (agent: Agent) => Promise<boolean>,
  { keepAlive = true, pauseMs = defaultPauseMs }: LaneOptions = {},
): { stop: () => Promise<void> } {
  const agent = new Agent({ keepAlive, maxSockets: lanes });
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
