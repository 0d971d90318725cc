/** Redraws the progress bar on one line of standard error. */
export function drawProgress(part: number, tookMs: number): void {
  const width = 40;
  const bar = '#'.repeat(Math.round(part * width)).padEnd(width, '.');
  const leftSeconds = ((tookMs / part) * (1 - part)) / 1_000;
  process.stderr.write(`\r[${bar}] ${(part * 100).toFixed(0)} %, ${leftSeconds.toFixed(0)} s left `);
}
