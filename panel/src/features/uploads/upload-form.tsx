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

/** More than any first line has. */
const headBytes = 64 * 1_024;
const fields = { conversions: conversionUploadFields, costs: costUploadFields } as const;
type Kind = keyof typeof fields;
export type UploadOrder = { file: File; order: NewUpload };

/** A file or pasted lines, what its columns mean, and how it counts. */
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
  const [isTold, setTold] = useState(true);
  const [mode, setMode] = useState('add');
  const [withdraws, setWithdraws] = useState(false);
  const take = (taken: File | null) => {
    setFile(taken ?? undefined);
    setMeanings({});
    if (taken === null) setColumns([]);
    else
      void taken
        .slice(0, headBytes)
        .text()
        .then((text) => setColumns(readColumnNames(text)));
  };
  const send = (isTrial: boolean) => {
    if (file === undefined) return;
    const named = Object.fromEntries(
      Object.entries(meanings).map(([name, meaning]) => [name, meaning === leftOut ? null : meaning]),
    );
    const shared = { fileName: file.name, dryRun: isTrial, columns: named };
    const order = (
      kind === 'costs'
        ? { ...shared, kind, mode, withdrawOverlapping: withdraws }
        : { ...shared, kind, postbacks: isTold }
    ) as NewUpload;
    onSend({ file, order });
  };
  return (
    <Section title="Bring in a file" lead="CSV in UTF-8, with a first line that names the columns.">
      <SegmentedControl
        aria-label="What it holds"
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
      <TakeFile file={file} onTake={take} />
      {columns.length === 0 ? null : (
        <Meanings kind={kind} columns={columns} meanings={meanings} onChange={setMeanings} />
      )}
      {kind === 'costs' ? (
        <HowCostsCount mode={mode} withdraws={withdraws} onMode={setMode} onWithdraw={setWithdraws} />
      ) : (
        <Switch
          label="Traffic sources are told of what counts"
          checked={isTold}
          onChange={({ currentTarget }) => setTold(currentTarget.checked)}
        />
      )}
      <Group gap="sm">
        <Button variant="default" disabled={file === undefined || isBusy} onClick={() => send(true)}>
          Try it
        </Button>
        <Button disabled={file === undefined || isBusy} onClick={() => send(false)}>
          Bring it in
        </Button>
      </Group>
    </Section>
  );
}

function HowCostsCount({
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
        label="Lines that name no mode"
        data={costEntryModes}
        value={mode}
        allowDeselect={false}
        maw={320}
        onChange={(chosen) => onMode(chosen ?? 'add')}
      />
      <Switch
        label="Take back entries that are in the way"
        description="A line that comes on top is refused where an entry lies on its visits already. With this, that entry is taken back and the line is entered."
        checked={withdraws}
        onChange={({ currentTarget }) => onWithdraw(currentTarget.checked)}
      />
    </>
  );
}

/** Dropped, chosen or pasted. */
function TakeFile({
  file,
  onTake,
}: {
  file: File | undefined;
  onTake: (file: File | null) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [dropped, setDropped] = useState(0);
  const take = (taken: File | null) => {
    setText('');
    setDropped(0);
    onTake(taken);
  };
  const drop = (event: DragEvent) => {
    const { files } = event.dataTransfer;
    // Text goes where it was dropped.
    if (files.length === 0) return;
    event.preventDefault();
    take(files.length > 1 ? null : (files[0] ?? null));
    setDropped(files.length);
  };
  return (
    <Stack gap="sm" onDragOver={allowFiles} onDrop={drop}>
      <FileInput
        label="File"
        description="Choose it, or drop it here."
        placeholder="No file yet"
        styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
        accept=".csv,.tsv,.txt,text/csv"
        value={file ?? null}
        clearable
        clearButtonProps={{ 'aria-label': 'Leave this file' }}
        error={dropped > 1 ? `You dropped ${dropped} files. Import one file at a time.` : undefined}
        onChange={take}
      />
      <Textarea
        label="Or paste the lines"
        value={text}
        autosize
        minRows={2}
        maxRows={8}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setDropped(0);
          onTake(
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

const asNamed = '';
const leftOut = '-';

function Meanings({
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
    { value: asNamed, label: 'What its name says' },
    { value: leftOut, label: 'Left out' },
    ...fields[kind].map((field) => ({ value: field as string, label: formatField(field) })),
  ];
  return (
    <div role="group" aria-label="What columns mean">
      <Text size="sm" fw={600}>
        What columns mean
      </Text>
      <Group gap="sm" align="flex-end">
        {columns.map((name) => (
          <Select
            key={name}
            label={name}
            data={choices}
            value={meanings[name] ?? asNamed}
            allowDeselect={false}
            w={180}
            onChange={(chosen) => {
              const { [name]: _, ...others } = meanings;
              onChange(chosen === null || chosen === asNamed ? others : { ...others, [name]: chosen });
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
