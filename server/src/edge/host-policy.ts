import type { Snapshot } from './snapshot/snapshot.ts';

export type HostPolicy = {
  /** Whether a host is one that we track on at all. */
  isOurs(host: string): boolean;
  /** Whether campaigns of a workspace may be served there. */
  serves(host: string, workspaceId: string): boolean;
  /** Whose host it is; undefined for the operator's own, which all workspaces share. */
  ownerOf(host: string): string | undefined;
};

/**
 * With neither a tracking address nor a verified domain every host counts as ours: somebody is trying the product out.
 * A domain of one workspace serves no other.
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
