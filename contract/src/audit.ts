import { z } from 'zod';
import { bothWays, listPage, listQuery, moment } from './paging.ts';
import { recordId, timestamp } from './records.ts';

export const auditActorTypes = ['operator', 'user', 'key', 'agent', 'system'] as const;
const actorType = z.enum(auditActorTypes);

const auditedChange = z
  .strictObject({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'AuditedChange' });

/** One change that somebody made. */
const auditEntry = z
  .strictObject({
    id: z.uuid(),
    at: timestamp,
    actor: z.strictObject({
      type: actorType,
      id: z.uuid().nullable().meta({ description: 'Of a person, a key or the connection of an agent.' }),
      label: z.string(),
    }),
    action: z.string().meta({ description: 'Such as landing.create.' }),
    subjectId: z.uuid().meta({ description: 'The record that was changed.' }),
    subjectName: z
      .string()
      .nullable()
      .meta({ description: 'What it was called then; null of what has no name.' }),
    changes: z.array(auditedChange).meta({
      description:
        'Field by field. Of a secret only that it is another one; what is not there on one side is left out.',
    }),
    version: z.int().nullable().meta({ description: 'That the change made of the record.' }),
    address: z.string().nullable().meta({ description: 'Where the person who did it came from.' }),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditListQuery = listQuery(['-at', ...bothWays('at')], {
  actor: z
    .union(
      [actorType, recordId],
      'must be the id of a person, a key or a connection, or operator, user, key, agent or system',
    )
    .meta({ description: 'The id of a person, a key or the connection of an agent, or a kind of actor.' })
    .optional(),
  action: z
    .string()
    .regex(
      /^[a-z-]{1,60}(?:\.[a-z-]{1,60})?$/,
      'must be an action such as landing.create, or landing for all of them',
    )
    .meta({ description: 'One action, such as landing.create, or all of a kind, such as landing.' })
    .optional(),
  subjectId: recordId.meta({ description: 'Only what was done to this record.' }).optional(),
  from: moment.meta({ description: 'This moment or later.' }).optional(),
  to: moment.meta({ description: 'This moment or earlier.' }).optional(),
});

export const auditPage = listPage(auditEntry).meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPage>;
