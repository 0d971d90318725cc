import type { Segment } from './segment-name.ts';
import type { SpoolDirectory } from './spool-directory.ts';

// The segments that a shipper sends, and what it does with them.
export type ShippingQueue = Pick<
  SpoolDirectory,
  | 'files'
  | 'sealed'
  | 'shipped'
  | 'onSealed'
  | 'pathOf'
  | 'markShipped'
  | 'requeueShipped'
  | 'moveToRejected'
  | 'writeRejected'
>;

type LaneSegment = Segment & { isDone: boolean; rejected: number };

// Creates a queue for each shard of the target, so that a shard that is down does not stop the others. A segment counts
// as shipped when every shard has its rows. After a restart, each shard is asked again.
export function openShardLanes(directory: SpoolDirectory, shards: number): ShardLane[] {
  const lanes: ShardLane[] = [];
  for (let shard = 0; shard < shards; shard += 1) lanes.push(new ShardLane(directory, shard, lanes));
  directory.onSealed = () => {
    for (const lane of lanes) lane.onSealed();
  };
  return lanes;
}

export class ShardLane implements ShippingQueue {
  onSealed: () => void = () => undefined;
  readonly #directory: SpoolDirectory;
  readonly #shard: number;
  readonly #lanes: readonly ShardLane[];
  // This shard's view of each segment, because each shard is asked and answered separately.
  readonly #views = new WeakMap<Segment, LaneSegment>();
  readonly #sources = new WeakMap<Segment, Segment>();

  constructor(directory: SpoolDirectory, shard: number, lanes: readonly ShardLane[]) {
    this.#directory = directory;
    this.#shard = shard;
    this.#lanes = lanes;
  }

  get sealed(): LaneSegment[] {
    return this.#directory.sealed.map((segment) => this.#view(segment)).filter(({ isDone }) => !isDone);
  }

  get shipped(): Segment[] {
    return this.#directory.shipped;
  }

  get files() {
    return this.#directory.files;
  }

  pathOf(name: Segment['name']): string {
    return this.#directory.pathOf(name);
  }

  async markShipped(segment: Segment, nowMs: number, rejected: number): Promise<number | undefined> {
    const source = this.#sources.get(segment);
    if (source === undefined || !this.#directory.sealed.includes(source)) return undefined;
    const view = this.#view(source);
    Object.assign(view, { isDone: true, rejected });
    const views = this.#lanes.map((lane) => lane.#view(source));
    if (!views.every(({ isDone }) => isDone)) return undefined;
    try {
      const all = views.reduce((sum, one) => sum + one.rejected, 0);
      return await this.#directory.markShipped(source, nowMs, all);
    } catch (error) {
      view.isDone = false;
      throw error;
    }
  }

  async requeueShipped(segments: readonly Segment[]): Promise<void> {
    await this.#directory.requeueShipped(segments);
  }

  async moveToRejected(segment: Segment): Promise<void> {
    const source = this.#sources.get(segment);
    if (source !== undefined && this.#directory.sealed.includes(source))
      await this.#directory.moveToRejected(source);
  }

  async writeRejected(batch: string, text: string): Promise<void> {
    await this.#directory.writeRejected(`${batch}-shard-${this.#shard + 1}`, text);
  }

  #view(segment: Segment): LaneSegment {
    const known = this.#views.get(segment);
    if (known !== undefined) return known;
    const view = { ...segment, isDone: false, rejected: 0 };
    this.#views.set(segment, view);
    this.#sources.set(view, segment);
    return view;
  }
}
