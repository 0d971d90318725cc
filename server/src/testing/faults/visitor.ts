// One simulated visitor: what was sent, and what was answered. All IDs are derived from its number.
export type Visitor = {
  number: number;
  visit?: Answer & { visitId: string };
  // Missing if no click was sent; `unanswered` if the click may or may not have been recorded.
  click?: Answer | 'unanswered';
  // For each incoming postback that was sent, whether it was answered with 200.
  reports: boolean[];
};

export type Answer = {
  destination: string;
  // Time until the answer. Only an answer that took long can be older than its row on disk.
  latencyMs: number;
};

export function externalIdOf(number: number): string {
  return `v${number}`;
}

export function transactionOf(number: number): string {
  return `t${number}`;
}

export function reportIdOf(number: number, index: number): string {
  return `r${number}-${index}`;
}

export function payoutOf(number: number): string {
  return String(((number % 97) + 1) / 4);
}

// Removes the click ID, which the traffic store does not contain.
export function withoutClickId(url: string): string {
  return url.replace(/(?<=[?&](?:cid|sub)=)[^&]*/, '');
}
