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
import { useState, type DragEvent, type ReactNode } from 'react';
import type { NewUpload } from '../../lib/api/api.ts';
import { readColumnNames } from './csv-head.ts';
import {
  autoDetect,
  buildUpload,
  meaningChoices,
  withMeaning,
  type Meanings,
  type UploadKind,
} from './new-upload.ts';
import { costEntryModes } from '../../lib/format/format-cost-entry.ts';
import { Section } from '../../ui/section.tsx';

/** Number of bytes to read for the column names: enough for any header line. */
const headBytes = 64 * 1_024;
export type UploadOrder = { file: File; order: NewUpload };

export function UploadForm({
  isBusy,
  onSend,
}: {
  isBusy: boolean;
  onSend: (order: UploadOrder) => void;
}): ReactNode {
  const [kind, setKind] = useState<UploadKind>('conversions');
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState<string[]>([]);
  const [meanings, setMeanings] = useState<Meanings>({});
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
    const choices = { kind, meanings, sendsPostbacks, mode, withdraws };
    onSend({ file, order: buildUpload(file.name, isDryRun, choices) });
  };
  return (
    <Section title="Import a file" lead="CSV in UTF-8. The first line contains the column names.">
      <SegmentedControl
        aria-label="Data type"
        style={{ alignSelf: 'flex-start' }}
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

/** Accepts files dropped anywhere on the form. Text can still be dropped into the text field. */
function allowFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

function ColumnMapping({
  kind,
  columns,
  meanings,
  onChange,
}: {
  kind: UploadKind;
  columns: readonly string[];
  meanings: Meanings;
  onChange: (meanings: Meanings) => void;
}): ReactNode {
  const choices = meaningChoices(kind);
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
            onChange={(chosen) => onChange(withMeaning(meanings, name, chosen ?? autoDetect))}
          />
        ))}
      </Group>
    </div>
  );
}
