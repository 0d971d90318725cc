import type { PanelOperation } from './operation.ts';
import { networkTokenOperations } from './settings/network-token.ts';
import { recordSettingsOperations } from './settings/record-settings.ts';
import { listSourceTemplatesOperation } from './settings/source-templates.ts';
import { workspaceSettingsOperations } from './settings/workspace-settings.ts';
import { versionOperations } from './versions/version-operations.ts';

export const settingsOperations: PanelOperation[] = [
  ...workspaceSettingsOperations,
  ...recordSettingsOperations,
  ...networkTokenOperations,
  listSourceTemplatesOperation,
  ...versionOperations,
];
