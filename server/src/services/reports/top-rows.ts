type Entry<Row> = { row: Row; value: bigint | null; at: number };

// Keeps the first rows of an order by value. Rows without a value come last in both directions, and rows with equal
// values keep the order in which they were added.
export class TopRows<Row> {
  readonly #factor: number;
  readonly #most: number;
  #entries: Entry<Row>[] = [];
  #added = 0;

  constructor(direction: 'asc' | 'desc', most: number) {
    this.#factor = direction === 'asc' ? 1 : -1;
    this.#most = most;
  }

  get added(): number {
    return this.#added;
  }

  add(row: Row, value: bigint | null): void {
    this.#entries.push({ row, value, at: this.#added });
    this.#added += 1;
    // Dropping many rows at once keeps the number of sorts small.
    if (this.#entries.length >= 2 * this.#most + 1_000) this.#drop();
  }

  list(): Row[] {
    this.#drop();
    return this.#entries.map(({ row }) => row);
  }

  #drop(): void {
    this.#entries.sort((one, other) => this.#compare(one, other));
    this.#entries.length = Math.min(this.#entries.length, this.#most);
  }

  #compare(one: Entry<Row>, other: Entry<Row>): number {
    const order = compareValues(one.value, other.value, this.#factor);
    return order === 0 ? one.at - other.at : order;
  }
}

function compareValues(one: bigint | null, other: bigint | null, factor: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (one === other) return 0;
  return one < other ? -factor : factor;
}
