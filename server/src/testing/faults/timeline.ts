export type Timeline = { lines: string[]; add: (text: string) => void };

// Records what happens, with the time since the start.
export function startTimeline(log: (line: string) => void = () => undefined): Timeline {
  const startedAt = performance.now();
  const lines: string[] = [];
  const add = (text: string) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    lines.push(`${seconds.padStart(7)} s  ${text}`);
    log(lines.at(-1) ?? '');
  };
  return { lines, add };
}
