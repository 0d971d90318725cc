import type { RoleProcess } from './role-process.ts';

type Edge = Pick<RoleProcess, 'serve' | 'leaving'>;

/**
 * Keeps the target number of edges serving visitors. The others are on standby: they have loaded everything and start
 * serving as soon as a serving edge stops accepting connections.
 */
export class ServingEdges {
  readonly #wanted: number;
  readonly #standby = new Set<Edge>();
  readonly #serving = new Set<Edge>();
  readonly #gone = new WeakSet<Edge>();
  #isStopping = false;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** Adds an edge that is ready. Resolves when the edge serves visitors, or at once if the edge is on standby. */
  async add(edge: Edge): Promise<void> {
    this.#standby.add(edge);
    void this.#replace(edge);
    await this.#fill();
  }

  /** Keeps standby edges from replacing edges that are being stopped. */
  stop(): void {
    this.#isStopping = true;
  }

  isServing(edge: Edge): boolean {
    return this.#serving.has(edge);
  }

  get isComplete(): boolean {
    return this.#serving.size >= this.#wanted;
  }

  /** Lets a standby edge serve in place of an edge that is about to be stopped. Throws if no edge is ready to serve. */
  async retire(edge: Edge): Promise<void> {
    const isServing = this.isServing(edge);
    this.#remove(edge);
    await this.#fill();
    if (isServing && !this.isComplete) throw new Error('no other edge is ready to serve visitors');
  }

  /** Takes back an edge that was retired but continues to serve. */
  keep(edge: Edge): void {
    if (!this.#gone.has(edge) && !this.#standby.has(edge)) this.#serving.add(edge);
  }

  async #replace(edge: Edge): Promise<void> {
    await edge.leaving;
    this.#gone.add(edge);
    this.#remove(edge);
    await this.#fill();
  }

  #remove(edge: Edge): void {
    this.#standby.delete(edge);
    this.#serving.delete(edge);
  }

  async #fill(): Promise<void> {
    for (;;) {
      const [next] = this.#standby;
      if (next === undefined || this.#isStopping || this.isComplete) return;
      this.#standby.delete(next);
      this.#serving.add(next);
      if (!(await next.serve())) this.#serving.delete(next);
    }
  }
}
