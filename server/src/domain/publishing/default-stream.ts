import type { RecordStatus } from '@waypost/contract/records.ts';

/** Where a rotator sends the visitors whom no rule sends elsewhere; `items` are the landings and offers of the path. */
export type DefaultStream = {
  rotatorStatus: RecordStatus;
  path: { enabled: boolean; deletedAt: Date | null } | undefined;
  items: { enabled: boolean; status: RecordStatus }[];
};

/** Whether campaigns can be served with it. An empty path can: its visitors go to the workspace's fallback. */
export function isPublishable({ rotatorStatus, path, items }: DefaultStream): boolean {
  if (rotatorStatus !== 'active' || path === undefined) return false;
  return (
    path.enabled &&
    path.deletedAt === null &&
    items.every((item) => !item.enabled || item.status === 'active')
  );
}
