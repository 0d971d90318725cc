/** A part of Waypost that was started. `kill` is set for child processes that would outlive this process. */
export type StartupStep = { stop: () => Promise<void> | void; kill?: () => void };

// Parts of Waypost in the order in which they were started. They are stopped in reverse order.
export class StartupSteps {
  readonly #steps: { name: string; step: StartupStep }[] = [];
  #stopping: string | undefined;

  get stoppingPart(): string | undefined {
    return this.#stopping;
  }

  add(name: string, step: StartupStep): void {
    this.#steps.push({ name, step });
  }

  async stop(): Promise<void> {
    for (const { name, step } of this.#steps.toReversed()) {
      this.#stopping = name;
      await step.stop();
    }
  }

  kill(): void {
    for (const { step } of this.#steps) step.kill?.();
  }
}
