import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AffiliateNetwork, Offer, SourceTemplate, TrafficSource } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';

export type Choices = {
  templates: SourceTemplate[];
  sources: TrafficSource[];
  offers: Offer[];
  networks: AffiliateNetwork[];
  networkNamed: (name: string) => AffiliateNetwork | undefined;
};

const query = { limit: 500, sort: 'name' } as const;

export function useChoices(): UseQueryResult<Choices> {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'choices of a link'],
    queryFn: async ({ signal }): Promise<Choices> => {
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
        networkNamed: (name) =>
          networks.items.find((network) => normalizeName(network.name) === normalizeName(name)),
      };
    },
  });
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}
