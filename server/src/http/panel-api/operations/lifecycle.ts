import { z } from 'zod';
import type { MemberPermission } from '@waypost/contract/accounts/access.ts';
import type { RecordKind } from '../../../services/records/record-kind.ts';
import type { ErrorExample } from '../../api-v1/operation.ts';
import { inputId, type PanelContext, type PanelOperation } from '../operation.ts';
import { changesRecord, changesRecords, type ShownRecord } from '../versioned.ts';

type Lifecycle = {
  record: ShownRecord;
  kind: RecordKind;
  path: string;
  /** Part of operation IDs, such as `archiveOffer` and `restoreOffers`. */
  Name: string;
  archive: {
    access: MemberPermission;
    description: string;
    conflict?: Record<string, ErrorExample>;
    run: (context: PanelContext, id: string) => Promise<unknown>;
    runMany: (context: PanelContext, ids: { ids: string[] }) => Promise<unknown>;
  };
  restore: {
    access: MemberPermission;
    description?: string;
    conflict?: Record<string, ErrorExample>;
    options?: z.ZodRawShape;
    more?: { shape: z.ZodRawShape; example: object };
    runMany: (
      context: PanelContext,
      ids: { ids: string[] },
      options: Record<string, unknown>,
    ) => Promise<object>;
  };
};

export function lifecycleOperations(lifecycle: Lifecycle): PanelOperation[] {
  return [...archivingOf(lifecycle), ...restoringOf(lifecycle)];
}

function archivingOf({ record, kind, path, Name, archive }: Lifecycle): PanelOperation[] {
  const { access, description, conflict, run, runMany } = archive;
  const shared = { access, method: 'POST' as const, description, ...errorsOf(conflict) };
  return [
    changesRecord(record, {
      ...shared,
      operationId: `archive${Name}`,
      path: `${path}/{id}/archive`,
      summary: `Archive ${oneOf(record)}`,
      example: { data: { status: 'archived' } },
      run: async (context, input) => void (await run(context, inputId(input))),
    }),
    changesRecords(record, kind, {
      ...shared,
      operationId: `archive${Name}s`,
      path: `${path}/archive`,
      summary: `Archive ${record.label}s, all or none`,
      run: async (context, ids) => void (await runMany(context, ids)),
    }),
  ];
}

function restoringOf({ record, kind, path, Name, restore }: Lifecycle): PanelOperation[] {
  const { access, description, conflict, options = {}, more, runMany } = restore;
  const shared = {
    access,
    method: 'POST' as const,
    ...(description === undefined ? {} : { description }),
    ...errorsOf(conflict),
  };
  return [
    changesRecord(record, {
      ...shared,
      operationId: `restore${Name}`,
      path: `${path}/{id}/restore`,
      summary: `Restore ${oneOf(record)}`,
      body: z.strictObject(options),
      run: async (context, input) => {
        const id = inputId(input);
        // The record is read first, so that a missing record leads to the error for a single record instead of the
        // error for a list.
        await record.read(context, id);
        await runMany(context, { ids: [id] }, input.body as Record<string, unknown>);
      },
    }),
    changesRecords(record, kind, {
      ...shared,
      operationId: `restore${Name}s`,
      path: `${path}/restore`,
      summary: `Restore archived ${record.label}s, all or none`,
      options,
      ...(more === undefined ? {} : { more: more.shape, example: { data: more.example } }),
      run: async (context, ids, given) => {
        const done = await runMany(context, ids, given);
        return more === undefined ? undefined : done;
      },
    }),
  ];
}

function errorsOf(conflict: Record<string, ErrorExample> | undefined) {
  return conflict === undefined ? {} : { errors: { CONFLICT: conflict } };
}

function oneOf({ label }: ShownRecord): string {
  return /^[aeiou]/.test(label) ? `an ${label}` : `a ${label}`;
}
