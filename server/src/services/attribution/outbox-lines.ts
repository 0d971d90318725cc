/** The name under which the traffic store knows a batch of the outbox; batches of the spool are named otherwise. */
export function nameBatch(id: string): string {
  return `outbox-${id}`;
}

/** Puts the name of the batch before each line. */
export function writeLines(name: string, lines: string): Buffer {
  return Buffer.from(`${name}\t${lines.slice(0, -1).replaceAll('\n', `\n${name}\t`)}\n`);
}

export function countLines(lines: string): number {
  return lines.split('\n').length - 1;
}
