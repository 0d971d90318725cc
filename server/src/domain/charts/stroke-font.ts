import type { Position } from './layout-chart.ts';

// Letters as lines on a grid that is 4 wide and 6 high. Lines are separated by spaces, and each point is two digits,
// its column and row. Contains the characters of numbers and dates on an axis; the text around a chart is not part of
// the image.
const glyphs: Readonly<Record<string, string>> = {
  '0': '103041453616050110',
  '1': '112026 1636',
  '2': '01103041420646',
  '3': '0110304142334445361605 1333',
  '4': '36300444',
  '5': '400002324345361605',
  '6': '30100105163645443303',
  '7': '004026',
  '8': '103041423313020110 1304051636454433',
  '9': '16364541301001021343',
  '-': '0343',
  '.': '26',
  ':': '22 25',
  '%': '4006 0010110100 3545463635',
  A: '062046 1434',
  B: '003041423303 334445360600',
  C: '4130100105163645',
  D: '00304145360600',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  Y: '002340 2326',
};

const [rows, advance, columns] = [6, 6, 4];

export function textWidth(text: string, height: number): number {
  return ((text.length * advance - (advance - columns)) * height) / rows;
}

// Returns the lines of a text with its upper left corner at a position. Unknown characters are left blank.
export function strokeText(
  text: string,
  { x, y, height }: { x: number; y: number; height: number },
): Position[][] {
  const unit = height / rows;
  return Array.from(text.toUpperCase()).flatMap((character, at) =>
    (glyphs[character] ?? '')
      .split(' ')
      .filter((line) => line !== '')
      .map((line) =>
        (line.match(/\d\d/g) ?? []).map(([column = '', row = '']): Position => [
          x + (Number(column) + at * advance) * unit,
          y + Number(row) * unit,
        ]),
      ),
  );
}
