/** One contribution to report totals. Amounts are integers in units of 10^-12. */
export type ModelRow = {
  visitTimeMs: number;
  // Time at which a conversion or a change to it was received.
  receivedMs?: number;
  visitId: string | null;
  /** Values by dimension ID, except for time dimensions. Missing values are unknown. */
  values: Readonly<Record<string, string | number | null>>;
  tags: readonly string[];
  counts: Readonly<Record<string, number>>;
  cost: bigint;
  revenue: bigint;
  value: bigint;
  idx: number;
  /** Empty for rows that belong to no conversion. */
  status: string;
};

/** A metric in millionths, or null if the divisor is zero. */
export type Micros = bigint | null;

const one = 1_000_000_000_000n;
const millionth = 1_000_000n;

// These formulas duplicate the production formulas on purpose, so that a mistake in either copy is detected.
const ratios: Readonly<Record<string, readonly [string, string]>> = {
  roi: ['profit', 'cost'],
  roas: ['revenue', 'cost'],
  ctr: ['lpclicks', 'lpviews'],
  cr: ['conversions', 'visits'],
  lpcr: ['conversions', 'lpclicks'],
  epv: ['revenue', 'visits'],
  epc: ['revenue', 'lpclicks'],
  cpv: ['cost', 'visits'],
  cpc: ['cost', 'lpclicks'],
  cpa: ['cost', 'conversions'],
  aov: ['revenue', 'conversions'],
  approveRate: ['conversionsApproved', 'conversionsAll'],
};

export function answerMetrics(rows: readonly ModelRow[], metrics: ReadonlySet<string>): Map<string, Micros> {
  return new Map([...metrics].map((id) => [id, answerMetric(rows, id)]));
}

export function hasNonzeroSum(rows: readonly ModelRow[], metrics: ReadonlySet<string>): boolean {
  const partsOf = (id: string): string[] => {
    if (id === 'profit') return ['revenue', 'cost'];
    if (id === 'conversionsAll') return ['conversions', 'conversionsRejected'];
    return ratios[id]?.flatMap(partsOf) ?? [id];
  };
  return [...metrics].flatMap(partsOf).some((id) => unitsOf(rows, id) !== 0n);
}

function answerMetric(rows: readonly ModelRow[], id: string): Micros {
  const ratio = ratios[id];
  if (ratio === undefined) return roundHalfEven(unitsOf(rows, id), millionth);
  const [over, under] = [unitsOf(rows, ratio[0]), unitsOf(rows, ratio[1])];
  return under === 0n ? null : roundHalfEven(over * millionth, under);
}

function unitsOf(rows: readonly ModelRow[], id: string): bigint {
  if (id === 'profit') return unitsOf(rows, 'revenue') - unitsOf(rows, 'cost');
  if (id === 'uniqueLpclicks') {
    const clicked = rows.filter(({ visitId, counts }) => visitId !== null && (counts['lpclicks'] ?? 0) > 0);
    return BigInt(new Set(clicked.map(({ visitId }) => visitId)).size) * one;
  }
  const [, name = '', idx] = /^(event|revenue|cost|value)(\d+)$/.exec(id) ?? [];
  if (idx !== undefined) {
    const ofIdx = rows.filter((row) => row.idx === Number(idx));
    return sum(ofIdx, (row) =>
      name === 'event' ? BigInt(row.counts['events'] ?? 0) * one : row[name as 'revenue' | 'cost' | 'value'],
    );
  }
  if (id === 'cost' || id === 'revenue') return sum(rows, (row) => row[id]);
  if (id === 'revenueHold') return sum(rows, (row) => (row.status === 'hold' ? row.revenue : 0n));
  if (id === 'revenueApproved') return sum(rows, (row) => (row.status === 'approved' ? row.revenue : 0n));
  if (id === 'conversionsAll') return unitsOf(rows, 'conversions') + unitsOf(rows, 'conversionsRejected');
  if (id === 'conversionsRejected') return countOf(rows, 'rejections');
  const [, status] = /^conversions(\w+)$/.exec(id) ?? [];
  if (status === undefined) return countOf(rows, id);
  return countOf(
    rows.filter((row) => row.status === status.toLowerCase()),
    'conversions',
  );
}

function countOf(rows: readonly ModelRow[], name: string): bigint {
  return sum(rows, (row) => BigInt(row.counts[name] ?? 0) * one);
}

function sum(rows: readonly ModelRow[], pick: (row: ModelRow) => bigint): bigint {
  return rows.reduce((total, row) => total + pick(row), 0n);
}

function roundHalfEven(over: bigint, under: bigint): bigint {
  const isNegative = over < 0n !== under < 0n;
  const [top, bottom] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const floor = top / bottom;
  const rest = top - floor * bottom;
  const roundsUp = rest + rest > bottom || (rest + rest === bottom && floor % 2n !== 0n);
  const rounded = roundsUp ? floor + 1n : floor;
  return isNegative ? -rounded : rounded;
}

export function compareMicros(left: Micros, right: Micros, direction: string): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  const order = left < right ? -1 : left > right ? 1 : 0;
  return direction === 'asc' ? order : -order;
}
