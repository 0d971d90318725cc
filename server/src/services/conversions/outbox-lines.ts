export function nameBatch(id: string): string {
  return `outbox-${id}`;
}

export function writeLines(name: string, lines: string): Buffer {
  return Buffer.from(`${name}\t${lines.slice(0, -1).replaceAll('\n', `\n${name}\t`)}\n`);
}

export function countLines(lines: string): number {
  return lines.split('\n').length - 1;
}
