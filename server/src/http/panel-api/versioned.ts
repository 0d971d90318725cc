import { changedRecords, namedRecords } from '@waypost/contract/campaigns/bulk.ts';
import { ignoredField } from '@waypost/contract/api/records.ts';
import { madeOnVersion } from '@waypost/contract/api/versions.ts';
import { z } from 'zod';
import { parseInput } from '../../services/parse-input.ts';
import type { RecordKind } from '../../services/records/record-kind.ts';
import { createAndRead, writeOnVersion, writeOnVersions } from '../../services/versions/write-on-version.ts';
import { noSuch, notAllKnown } from '../api-v1/examples/errors.ts';
import type { OperationExample } from '../api-v1/operation.ts';
import { panelIds } from './examples/records.ts';
import { staleRecord, staleRecords } from './examples/errors.ts';
import { inputId, type PanelContext, type PanelInput, type WorkspaceOperation } from './operation.ts';

type AnsweringWrite = Omit<WorkspaceOperation, 'run'> & {
  run: (context: PanelContext, input: PanelInput) => Promise<object>;
};

export type ShownRecord = {
  label: string;
  data: z.ZodObject;
  example: { version: number };
  read: (context: PanelContext, id: string) => Promise<object>;
};

type Write<More> = Omit<WorkspaceOperation, 'data' | 'example' | 'run' | 'body'> & {
  body?: z.ZodObject;
  more?: z.ZodRawShape;
  example?: Partial<OperationExample> & { data?: object };
  run: (context: PanelContext, input: PanelInput) => Promise<More>;
};

const versionMistake = { path: 'version', message: 'must be the version that you last fetched' };

/** Response fields that are ignored if clients send them back with the next write. */
const answered = { warnings: ignoredField, publish: ignoredField };

/**
 * Wraps an operation that changes a record. The operation takes the version that the caller read and returns the
 * changed record.
 */
export function changesRecord(
  record: ShownRecord,
  operation: Write<object | void> & { idOf?: (context: PanelContext, input: PanelInput) => string },
): AnsweringWrite {
  const { body, example, errors, idOf = (_, input) => inputId(input), run } = operation;
  const takesVersion = body?.shape['version'] !== undefined;
  const given = takesVersion
    ? body
    : named(z.strictObject({ version: madeOnVersion, ...body?.shape, ...answered }), body);
  const { version } = record.example;
  const { idOf: _, more: __, ...described } = operation;
  return {
    ...described,
    body: given,
    data: dataOf(record, operation),
    errors: {
      ...errors,
      NOT_FOUND: { [toCamelCase(record.label)]: noSuch(record.label), ...errors?.NOT_FOUND },
      CONFLICT: { ...errors?.CONFLICT, stale: staleRecord(record) },
    },
    example: {
      issue: versionMistake,
      ...example,
      body: { version: version - 1, ...(example?.body as object | undefined) },
      data: { ...record.example, ...example?.data },
    },
    run: async (context, input) => {
      const { version: expectedVersion } = parseInput(given, input.body) as { version: number };
      return await writeOnVersion(
        context,
        { id: idOf(context, input), version: expectedVersion },
        {
          read: record.read,
          write: (within) =>
            run(within, { ...input, body: takesVersion ? input.body : contentOf(input.body) }),
        },
      );
    },
  };
}

/**
 * Wraps an operation that creates a record and returns it. The body may be a record that the API returned, so that
 * callers can copy records.
 */
export function createsRecord(record: ShownRecord, operation: Write<{ id: string }>): AnsweringWrite {
  const { body, example, run } = operation;
  const given = named(z.strictObject({ ...body?.shape, version: ignoredField, ...answered }), body);
  const { more: _, ...described } = operation;
  return {
    once: 'answer',
    ...described,
    body: given,
    data: dataOf(record, operation),
    example: {
      issue: { path: 'name', message: 'must not be empty' },
      ...example,
      data: { ...record.example, version: 1, ...example?.data },
    },
    run: async (context, input) => {
      parseInput(given, input.body);
      const content = contentOf(input.body);
      return await createAndRead(context, {
        read: record.read,
        write: (within) => run(within, { ...input, body: content }),
      });
    },
  };
}

type BulkWrite = Omit<Write<object | void>, 'body' | 'run'> & {
  options?: z.ZodRawShape;
  run: (
    context: PanelContext,
    input: { ids: string[] },
    options: Record<string, unknown>,
  ) => Promise<object | void>;
};

/** Wraps an operation that changes either all of the given records or none. The request contains the version of each record. */
export function changesRecords(record: ShownRecord, kind: RecordKind, operation: BulkWrite): AnsweringWrite {
  const { example, errors, more, options = {}, run, ...described } = operation;
  const given =
    Object.keys(options).length === 0 ? namedRecords : z.strictObject({ ...namedRecords.shape, ...options });
  const id = (panelIds as Record<string, string>)[toCamelCase(kind.name)] ?? '';
  const { version } = record.example;
  const shown = { id, name: 'Example', status: 'active', version };
  return {
    ...described,
    body: given,
    data: z.strictObject({ ...changedRecords.shape, ...more }),
    errors: {
      ...errors,
      NOT_FOUND: { [`${toCamelCase(record.label)}s`]: notAllKnown(record.label), ...errors?.NOT_FOUND },
      CONFLICT: {
        ...errors?.CONFLICT,
        stale: staleRecords(record.label, { type: kind.name, id, name: shown.name, version }),
      },
    },
    example: {
      issue: { path: 'records.0.version', message: versionMistake.message },
      ...example,
      body: { records: [{ id, version: version - 1 }] },
      data: { records: [shown], ...example?.data },
    },
    run: async (context, { body }) => {
      const { records, ...chosen } = parseInput(given, body);
      const ids = records.map((one) => one.id);
      return await writeOnVersions(
        context,
        { records, kind },
        async (within) => await run(within, { ids }, chosen),
      );
    },
  };
}

function dataOf({ data }: ShownRecord, { more }: { more?: z.ZodRawShape }): z.ZodObject {
  return more === undefined ? data : z.strictObject({ ...data.shape, ...more });
}

/** Gives the schema the name of the original body. */
function named(schema: z.ZodObject, like: z.ZodObject | undefined): z.ZodObject {
  const meta = like?.meta();
  return meta === undefined ? schema : schema.meta(meta);
}

function contentOf(body: unknown): object {
  const { version: _, warnings: __, publish: ___, ...content } = body as Record<string, unknown>;
  return content;
}

function toCamelCase(words: string): string {
  return words.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
}
