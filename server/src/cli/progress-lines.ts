// Shows the progress of steps on standard error: in one line per step on a terminal, otherwise only each step's result.
export class ProgressLines {
  #step = '';
  #detail = '';
  readonly #isTerminal = process.stderr.isTTY;

  readonly show = (step: string, detail: string): void => {
    if (step !== this.#step) this.end();
    this.#step = step;
    this.#detail = detail;
    if (this.#isTerminal) process.stderr.write(`\r\u001B[K${step}: ${detail}`);
  };

  readonly end = (): void => {
    if (this.#step === '') return;
    process.stderr.write(this.#isTerminal ? '\n' : `${this.#step}: ${this.#detail}\n`);
    this.#step = '';
  };
}
