import { conversionUploadFields, costUploadFields } from '@waypost/contract/conversions/file-uploads.ts';
import type { NewUpload } from '../../lib/api/api.ts';

const fields = { conversions: conversionUploadFields, costs: costUploadFields } as const;
export type UploadKind = keyof typeof fields;

/** Fields that the user chose for columns, by column name. Other columns are recognized by name. */
export type Meanings = Readonly<Record<string, string>>;

export const autoDetect = '';
const ignored = '-';

export function meaningChoices(kind: UploadKind): { value: string; label: string }[] {
  return [
    { value: autoDetect, label: 'Auto-detect' },
    { value: ignored, label: 'Ignore' },
    ...fields[kind].map((field) => ({ value: field, label: formatField(field) })),
  ];
}

export function withMeaning(meanings: Meanings, column: string, chosen: string): Meanings {
  const { [column]: _, ...others } = meanings;
  return chosen === autoDetect ? others : { ...others, [column]: chosen };
}

export function buildUpload(
  fileName: string,
  isDryRun: boolean,
  {
    kind,
    meanings,
    sendsPostbacks,
    mode,
    withdraws,
  }: { kind: UploadKind; meanings: Meanings; sendsPostbacks: boolean; mode: string; withdraws: boolean },
): NewUpload {
  const columns = Object.fromEntries(
    Object.entries(meanings).map(([name, meaning]) => [name, meaning === ignored ? null : meaning]),
  );
  const shared = { fileName, dryRun: isDryRun, columns };
  return (
    kind === 'costs'
      ? { ...shared, kind, mode, withdrawOverlapping: withdraws }
      : { ...shared, kind, postbacks: sendsPostbacks }
  ) as NewUpload;
}

function formatField(field: string): string {
  return field.replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').replace(/^./, (first) => first.toUpperCase());
}
