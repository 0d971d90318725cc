import type { ColumnFormat, ColumnStyle } from '@waypost/contract/reports/column-formats.ts';

type ThemeColors = { light: string; dark: string };
type Look = { label: string; text: ThemeColors; fill: ThemeColors | undefined };

const plain = { light: '#1a1d21', dark: '#e8eaed' };

// Colors of highlighted values. A test checks their contrast in both themes.
export const columnLooks: Readonly<Record<ColumnStyle, Look>> = {
  'green-text': { label: 'Green text', text: { light: '#0b6b3a', dark: '#5fce8f' }, fill: undefined },
  'amber-text': { label: 'Amber text', text: { light: '#8a4b00', dark: '#f5b04d' }, fill: undefined },
  'red-text': { label: 'Red text', text: { light: '#b3261e', dark: '#ff8a80' }, fill: undefined },
  'green-fill': { label: 'Green background', text: plain, fill: { light: '#cdeeda', dark: '#174a2e' } },
  'amber-fill': { label: 'Amber background', text: plain, fill: { light: '#fbe6c2', dark: '#5a3c0a' } },
  'red-fill': { label: 'Red background', text: plain, fill: { light: '#fbd9d6', dark: '#5f221d' } },
  'blue-fill': { label: 'Blue background', text: plain, fill: { light: '#d6e6fb', dark: '#1b3d66' } },
};

// Returns the first rule of the column that matches the value.
export function findFormat(
  formats: readonly ColumnFormat[],
  metric: string,
  value: number | null | undefined,
): ColumnFormat | undefined {
  if (typeof value !== 'number') return undefined;
  return formats.find(
    (format) =>
      format.metric === metric && (format.op === 'gt' ? value > format.value : value < format.value),
  );
}

export function cssColor({ light, dark }: ThemeColors): string {
  return `light-dark(${light}, ${dark})`;
}
