import {
  Button,
  FileInput,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import { conversionUploadFields, costUploadFields } from '@waypost/contract/file-uploads.ts';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { NewUpload } from '../../lib/api.ts';
import { readColumnNames } from '../../lib/csv-head.ts';
import { costEntryModes } from '../../lib/format-cost-entry.ts';
import { Section } from '../../ui/section.tsx';

/** Number of bytes to read for the column names, enough for the header line of any file. */
const headBytes = 64 * 1_024;
const fields = { conversions: conversionUploadFields, costs: costUploadFields } as const;
type Kind = keyof typeof fields;
export type UploadOrder = { file: File; order: NewUpload };

export function UploadForm({
  isBusy,
  onSend,
}: {
  isBusy: boolean;
  onSend: (order: UploadOrder) => void;
}): ReactNode {
  const [kind, setKind] = useState<Kind>('conversions');
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState<string[]>([]);
  const [meanings, setMeanings] = useState<Readonly<Record<string, string>>>({});
  const [sendsPostbacks, setSendsPostbacks] = useState(true);
  const [mode, setMode] = useState('add');
  const [withdraws, setWithdraws] = useState(false);
  const chooseFile = (chosen: File | null) => {
    setFile(chosen ?? undefined);
    setMeanings({});
    if (chosen === null) setColumns([]);
    else
      void chosen
        .slice(0, headBytes)
        .text()
        .then((text) => setColumns(readColumnNames(text)));
  };
  const send = (isDryRun: boolean) => {
    if (file === undefined) return;
    const named = Object.fromEntries(
      Object.entries(meanings).map(([name, meaning]) => [name, meaning === ignored ? null : meaning]),
    );
    const shared = { fileName: file.name, dryRun: isDryRun, columns: named };
    const order = (
      kind === 'costs'
        ? { ...shared, kind, mode, withdrawOverlapping: withdraws }
        : { ...shared, kind, postbacks: sendsPostbacks }
    ) as NewUpload;
    onSend({ file, order });
  };
  return (
    <Section title="Import a file" lead="CSV in UTF-8. The first line contains the column names.">
      <SegmentedControl
        aria-label="Data type"
        data={[
          { value: 'conversions', label: 'Conversions' },
          { value: 'costs', label: 'Costs' },
        ]}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen === 'costs' ? 'costs' : 'conversions');
          setMeanings({});
        }}
      />
      <FilePicker file={file} onChoose={chooseFile} />
      {columns.length === 0 ? null : (
        <ColumnMapping kind={kind} columns={columns} meanings={meanings} onChange={setMeanings} />
      )}
      {kind === 'costs' ? (
        <CostOptions mode={mode} withdraws={withdraws} onMode={setMode} onWithdraw={setWithdraws} />
      ) : (
        <Switch
          label="Send postbacks"
          description="Reports the imported conversions to the traffic sources."
          checked={sendsPostbacks}
          onChange={({ currentTarget }) => setSendsPostbacks(currentTarget.checked)}
        />
      )}
      <Group gap="sm">
        <Button variant="default" disabled={file === undefined || isBusy} onClick={() => send(true)}>
          Preview
        </Button>
        <Button disabled={file === undefined || isBusy} onClick={() => send(false)}>
          Import
        </Button>
      </Group>
    </Section>
  );
}

function CostOptions({
  mode,
  withdraws,
  onMode,
  onWithdraw,
}: {
  mode: string;
  withdraws: boolean;
  onMode: (mode: string) => void;
  onWithdraw: (withdraws: boolean) => void;
}): ReactNode {
  return (
    <>
      <Select
        label="Default mode"
        description="Used for lines without a mode."
        data={costEntryModes}
        value={mode}
        allowDeselect={false}
        maw={320}
        onChange={(chosen) => onMode(chosen ?? 'add')}
      />
      <Switch
        label="Replace existing entries"
        description="Reverses entries that overlap with a line in add mode. If this is off, such lines are skipped."
        checked={withdraws}
        onChange={({ currentTarget }) => onWithdraw(currentTarget.checked)}
      />
    </>
  );
}

function FilePicker({
  file,
  onChoose,
}: {
  file: File | undefined;
  onChoose: (file: File | null) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [dropped, setDropped] = useState(0);
  const choose = (chosen: File | null) => {
    setText('');
    setDropped(0);
    onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    const { files } = event.dataTransfer;
    // The text field handles dropped text.
    if (files.length === 0) return;
    event.preventDefault();
    choose(files.length > 1 ? null : (files[0] ?? null));
    setDropped(files.length);
  };
  return (
    <Stack gap="sm" onDragOver={allowFiles} onDrop={drop}>
      <FileInput
        label="File"
        description="Choose a file or drop it here."
        placeholder="No file selected"
        styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
        accept=".csv,.tsv,.txt,text/csv"
        value={file ?? null}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove file' }}
        error={dropped > 1 ? `You dropped ${dropped} files. Import one file at a time.` : undefined}
        onChange={choose}
      />
      <Textarea
        label="Or paste lines"
        value={text}
        autosize
        minRows={2}
        maxRows={8}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setDropped(0);
          onChoose(
            currentTarget.value.trim() === ''
              ? null
              : new File([currentTarget.value], 'pasted.csv', { type: 'text/csv' }),
          );
        }}
      />
    </Stack>
  );
}

/** Accepts dragged files anywhere on the form; text can still be dropped into the text field. */
function allowFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

const autoDetect = '';
const ignored = '-';

function ColumnMapping({
  kind,
  columns,
  meanings,
  onChange,
}: {
  kind: Kind;
  columns: readonly string[];
  meanings: Readonly<Record<string, string>>;
  onChange: (meanings: Readonly<Record<string, string>>) => void;
}): ReactNode {
  const choices = [
    { value: autoDetect, label: 'Auto-detect' },
    { value: ignored, label: 'Ignore' },
    ...fields[kind].map((field) => ({ value: field as string, label: formatField(field) })),
  ];
  return (
    <div role="group" aria-label="Column mapping">
      <Text size="sm" fw={600}>
        Column mapping
      </Text>
      <Group gap="sm" align="flex-end">
        {columns.map((name) => (
          <Select
            key={name}
            label={name}
            data={choices}
            value={meanings[name] ?? autoDetect}
            allowDeselect={false}
            w={180}
            onChange={(chosen) => {
              const { [name]: _, ...others } = meanings;
              onChange(chosen === null || chosen === autoDetect ? others : { ...others, [name]: chosen });
            }}
          />
        ))}
      </Group>
    </div>
  );
}

function formatField(field: string): string {
  return field.replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').replace(/^./, (first) => first.toUpperCase());
}
