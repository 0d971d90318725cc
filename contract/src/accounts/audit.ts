import { z } from 'zod';
import { bothWays, listPage, listQuery, moment } from '../api/paging.ts';
import { recordId, timestamp } from '../api/records.ts';

export const auditActorTypes = ['operator', 'user', 'key', 'agent', 'system'] as const;
const actorType = z.enum(auditActorTypes);

const auditedChange = z
  .strictObject({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'AuditedChange' });

const auditEntry = z
  .strictObject({
    id: z.uuid(),
    at: timestamp,
    actor: z.strictObject({
      type: actorType,
      id: z.uuid().nullable().meta({ description: 'ID of a user, an API key or an AI agent connection.' }),
      label: z.string(),
    }),
    action: z.string().meta({ description: 'Action, such as landing.create.' }),
    subjectId: z.uuid().meta({ description: 'ID of the changed record.' }),
    subjectName: z
      .string()
      .nullable()
      .meta({ description: 'Name at the time of the change. Null if it has no name.' }),
    changes: z.array(auditedChange).meta({
      description:
        'Changed fields. Secrets are not shown. `before` is omitted for new fields, and `after` for removed fields.',
    }),
    version: z.int().nullable().meta({ description: 'Version of the record after the change.' }),
    address: z.string().nullable().meta({ description: 'Caller’s IP address.' }),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditListQuery = listQuery(['-at', ...bothWays('at')], {
  actor: z
    .union(
      [actorType, recordId],
      'must be operator, user, key, agent, system, or the ID of a user, API key or AI agent connection',
    )
    .meta({ description: 'Type of actor, or the ID of a user, API key or AI agent connection.' })
    .optional(),
  action: z
    .string()
    .regex(
      /^[a-z-]{1,60}(?:\.[a-z-]{1,60})?$/,
      'must be an action such as landing.create, or a type such as landing',
    )
    .meta({ description: 'One action, such as landing.create, or all actions of a type, such as landing.' })
    .optional(),
  subjectId: recordId.meta({ description: 'Only changes to this record.' }).optional(),
  from: moment.meta({ description: 'Start of the time range, inclusive.' }).optional(),
  to: moment.meta({ description: 'End of the time range, inclusive.' }).optional(),
});

export const auditPage = listPage(auditEntry).meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPage>;
