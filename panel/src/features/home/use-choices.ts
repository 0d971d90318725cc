import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AffiliateNetwork, Offer, SourceTemplate, TrafficSource } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

export type LinkChoices = {
  templates: SourceTemplate[];
  sources: TrafficSource[];
  offers: Offer[];
  networks: AffiliateNetwork[];
  networkNamed: (name: string) => AffiliateNetwork | undefined;
};

const query = { limit: 500, sort: 'name' } as const;

export function useChoices(): UseQueryResult<LinkChoices> {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'choices of a link'],
    queryFn: async ({ signal }): Promise<LinkChoices> => {
      const [templates, sources, offers, networks] = await Promise.all([
        api.listSourceTemplates({ query, signal }),
        api.listTrafficSources({ query, signal }),
        api.listOffers({ query, signal }),
        api.listAffiliateNetworks({ query, signal }),
      ]);
      return {
        templates: templates.items,
        sources: sources.items,
        offers: offers.items,
        networks: networks.items,
        networkNamed: (name) => findByName(networks.items, name),
      };
    },
  });
}

/** Finds a record by the name that a person typed. Case and surrounding spaces are ignored. */
export function findByName<Listed extends { name: string }>(
  records: readonly Listed[],
  typed: string,
): Listed | undefined {
  return records.find(({ name }) => normalizeName(name) === normalizeName(typed));
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}

type Named = { id: string; name: string };

/**
 * Returns the choices for the traffic source of a draft. The group for the workspace's own sources is left out while it
 * is empty.
 */
export function groupSources({
  sources,
  templates,
}: {
  sources: readonly Named[];
  templates: readonly Named[];
}) {
  const own = sources.map(({ id, name }) => ({ value: `source:${id}`, label: name }));
  const known = templates.map(({ id, name }) => ({ value: `template:${id}`, label: name }));
  return [
    ...(own.length === 0 ? [] : [{ group: 'Your traffic sources', items: own }]),
    { group: 'Templates', items: known },
    { group: 'Other', items: [{ value: 'other', label: 'Other source' }] },
  ];
}
