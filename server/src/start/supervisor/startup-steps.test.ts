import { expect, test } from 'vitest';
import { StartupSteps } from './startup-steps.ts';

class Part {
  readonly #calls: string[];
  readonly #name: string;

  constructor(calls: string[], name: string) {
    this.#calls = calls;
    this.#name = name;
  }

  stop(): void {
    this.#calls.push(`stop ${this.#name}`);
  }

  kill(): void {
    this.#calls.push(`kill ${this.#name}`);
  }
}

test('stops instances of classes in reverse order, and names the part that is being stopped', async () => {
  const calls: string[] = [];
  const steps = new StartupSteps();
  steps.add('engines', new Part(calls, 'engines'));
  steps.add('waiting', { stop: () => void calls.push(`stop ${steps.stoppingPart}`) });
  steps.add('roles', new Part(calls, 'roles'));
  await steps.stop();
  steps.kill();
  expect(calls).toEqual(['stop roles', 'stop waiting', 'stop engines', 'kill engines', 'kill roles']);
});
