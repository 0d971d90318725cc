import type { WaypostPanelClient } from '../../../client/waypost-panel-client.ts';

/** Removes all rules and sends the default path to an offer, through a landing page if one is given. */
export async function fillRotator(
  api: WaypostPanelClient,
  rotatorId: string,
  { offerId, landingId }: { offerId: string; landingId: string | undefined },
): Promise<void> {
  const { version, defaultPathId, paths } = await api.getRotatorRules(rotatorId);
  const path = paths.find(({ id }) => id === defaultPathId);
  await api.saveRotatorRules(rotatorId, {
    version,
    defaultPathId,
    rules: [],
    paths: [
      {
        id: defaultPathId,
        name: path?.name ?? 'Default',
        landings: landingId === undefined ? [] : [{ landingId }],
        offers: [{ offerId }],
      },
    ],
  });
}
