import type { Snapshot } from './snapshot/snapshot.ts';

export type HostPolicy = {
  isOurs(host: string): boolean;
  serves(host: string, workspaceId: string): boolean;
  /** Workspace that owns the host; undefined for the operator's hosts, which all workspaces share. */
  ownerOf(host: string): string | undefined;
};

/**
 * Accepts every host while no tracking domain is configured, so that a new installation works right away. A workspace's
 * domain never serves another workspace.
 */
export function hostPolicy(snapshot: Snapshot, ownHosts: readonly string[]): HostPolicy {
  const own = new Set(ownHosts);
  const isOpen = () => own.size === 0 && snapshot.hosts.size === 0;
  return {
    isOurs: (host) => isOpen() || own.has(host) || snapshot.hosts.has(host),
    serves: (host, workspaceId) => isOpen() || own.has(host) || snapshot.hosts.get(host) === workspaceId,
    ownerOf: (host) => snapshot.hosts.get(host),
  };
}
