/** Exit codes of the `waypost` command. Scripts depend on these codes, so codes may be added but never changed. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  configuration: 3,
  refused: 4,
  engineUnavailable: 5,
  dataDirectory: 6,
  portTaken: 7,
  problemsFound: 8,
  unsupportedPlatform: 9,
} as const;

export type ExitReason = keyof typeof exitCodes;

/** A failure that the operator can fix. The message says what is wrong and what to do. */
export class OperatorError extends Error {
  readonly reason: ExitReason;

  constructor(reason: ExitReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'OperatorError';
    this.reason = reason;
  }

  get exitCode(): number {
    return exitCodes[this.reason];
  }
}
