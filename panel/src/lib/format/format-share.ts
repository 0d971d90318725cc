export function formatShare(percent: number): string {
  const digits = percent > 0 && percent < 1 ? 2 : percent % 1 === 0 ? 0 : 1;
  return `${percent.toFixed(digits)}%`;
}
