import type { Position } from './layout-chart.ts';

export type Color = readonly [red: number, green: number, blue: number];

// White image on which smooth lines can be drawn.
export class Canvas {
  readonly width: number;
  readonly height: number;
  // Three bytes for each pixel.
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3).fill(255);
  }

  // Draws lines with round ends. A line of one point is a dot.
  stroke(lines: readonly (readonly Position[])[], { color, width }: { color: Color; width: number }): void {
    // The share of each pixel that is covered. Segments that share a point must not cover it twice.
    const covered = new Float32Array(this.width * this.height);
    for (const points of lines)
      for (const [at, from] of points.entries()) {
        const to = points[at + 1] ?? (points.length === 1 ? from : undefined);
        if (to === undefined) continue;
        for (const piece of splitSegment(from, to))
          this.#cover(covered, piece, points.length === 1 ? width * 2 : width);
      }
    for (let pixel = 0; pixel < covered.length; pixel += 1) {
      const share = covered[pixel] ?? 0;
      if (share > 0) this.#blend(pixel * 3, color, share);
    }
  }

  #blend(index: number, color: Color, share: number): void {
    for (const [at, part] of color.entries()) {
      const before = this.pixels[index + at] ?? 0;
      this.pixels[index + at] = Math.round(before + (part - before) * share);
    }
  }

  #cover(covered: Float32Array, [from, to]: Segment, width: number): void {
    const reach = width / 2 + 1;
    const [top, bottom] = edges(from[1], to[1], reach, this.height);
    const [left, right] = edges(from[0], to[0], reach, this.width);
    for (let y = top; y <= bottom; y += 1)
      for (let x = left; x <= right; x += 1) {
        const share = Math.min(1, width / 2 + 0.5 - distance([x + 0.5, y + 0.5], from, to));
        const pixel = y * this.width + x;
        if (share > (covered[pixel] ?? 0)) covered[pixel] = share;
      }
  }
}

type Segment = readonly [from: Position, to: Position];

const pieceLength = 16;

// Splits a long segment, because the pixels around each piece are checked one by one.
function splitSegment(from: Position, to: Position): Segment[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const count = Math.max(1, Math.ceil(Math.hypot(dx, dy) / pieceLength));
  const point = (at: number): Position => [from[0] + (dx * at) / count, from[1] + (dy * at) / count];
  return Array.from({ length: count }, (_, at) => [point(at), point(at + 1)]);
}

function edges(one: number, other: number, reach: number, size: number): [number, number] {
  const low = Math.max(0, Math.floor(Math.min(one, other) - reach));
  return [low, Math.min(size - 1, Math.ceil(Math.max(one, other) + reach))];
}

// Returns the distance of a point from a segment.
function distance([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}
