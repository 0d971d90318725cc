export type OnProgress = (step: string, detail: string) => void;

export function describeBytes(bytes: number, totalBytes: number): string {
  return `${toMiB(bytes)} of ${toMiB(totalBytes)} MiB`;
}

function toMiB(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
