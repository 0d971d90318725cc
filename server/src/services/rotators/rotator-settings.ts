import { rotatorSettingsChange, type ShownRotatorSettings } from '@waypost/contract/accounts/settings.ts';
import {
  findRotatorSettings,
  updateRotatorSettingsRow,
  type RotatorSettingsRow,
} from '../../store/records/rotators.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { updateRecord, type EditableRecord } from '../records/update-record.ts';
import { saveRotatorVersion } from './save-rotator-version.ts';

const settingsOfRotator: EditableRecord<RotatorSettingsRow> = {
  table: 'rotators',
  name: 'rotator',
  touched: (rotatorIds) => ({ rotatorIds }),
  find: findRotatorSettings,
  update: updateRotatorSettingsRow,
};

export async function getRotatorSettings(
  context: WorkspaceContext,
  id: string,
): Promise<ShownRotatorSettings> {
  requirePermission(context.actor, 'rotators.read');
  const row = await getRecord(context, settingsOfRotator, id, findRotatorSettings);
  const { sticky, stickyLanding, stickyOffer, stickyDays, version } = row;
  return { sticky, stickyLanding, stickyOffer, stickyDays, version };
}

export async function updateRotatorSettings(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<void> {
  requirePermission(context.actor, 'rotators.manage');
  const given = parseInput(rotatorSettingsChange, input);
  await updateRecord(context, settingsOfRotator, id, {
    given,
    keepVersion: (executor, rotatorId) => saveRotatorVersion(executor, context, rotatorId),
  });
}
