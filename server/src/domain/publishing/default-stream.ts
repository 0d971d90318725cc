import type { RecordStatus } from '@waypost/contract/api/records.ts';

export type DefaultStream = {
  rotatorStatus: RecordStatus;
  path: { enabled: boolean; deletedAt: Date | null } | undefined;
  items: { enabled: boolean; status: RecordStatus }[];
};

/**
 * Returns true if a campaign can be published with this default path. An empty path is allowed, because its visitors go
 * to the fallback URL.
 */
export function isPublishable({ rotatorStatus, path, items }: DefaultStream): boolean {
  if (rotatorStatus !== 'active' || path === undefined) return false;
  return (
    path.enabled &&
    path.deletedAt === null &&
    items.every((item) => !item.enabled || item.status === 'active')
  );
}
