import { Canvas, type Color } from './canvas.ts';
import { encodePng } from './encode-png.ts';
import type { ChartLayout, Position } from './layout-chart.ts';
import { strokeText, textWidth } from './stroke-font.ts';

const scale = 2;
const textHeight = 8;
const colors = {
  line: [25, 113, 194],
  before: [173, 181, 189],
  grid: [226, 230, 234],
  text: [73, 80, 87],
} as const satisfies Record<string, Color>;

// Draws a chart as a PNG image, because mail clients and Telegram do not show SVG.
export function drawChart({ width, height, line, before, ticks, dates, left, right }: ChartLayout): Buffer {
  const canvas = new Canvas(width * scale, height * scale);
  const stroke = (lines: readonly (readonly Position[])[], color: Color, lineWidth: number) =>
    canvas.stroke(
      lines.map((points) => points.map(([x, y]): Position => [x * scale, y * scale])),
      { color, width: lineWidth * scale },
    );
  const texts = [
    ...ticks.map(({ y, text }) => ({
      text,
      x: left - 8 - textWidth(text, textHeight),
      y: y - textHeight / 2,
    })),
    ...dates.map(({ x, text }) => ({ text, x: x - textWidth(text, textHeight) / 2, y: height - 18 })),
  ];
  stroke(
    ticks.map(({ y }): Position[] => [
      [left, y],
      [right, y],
    ]),
    colors.grid,
    1,
  );
  stroke(
    texts.flatMap(({ text, ...at }) => strokeText(text, { ...at, height: textHeight })),
    colors.text,
    1,
  );
  stroke(before, colors.before, 1.5);
  stroke(line, colors.line, 2);
  return encodePng(canvas);
}
