import type { CampaignLinks } from '@waypost/contract/conversions/inbox.ts';
import { reachOf } from '@waypost/contract/values/link-reach.ts';

export function formatLinks({ visit, landingClick, event, previousEvent }: CampaignLinks): string[] {
  return [
    `Campaign link       ${visit}`,
    `Landing-page click  ${landingClick}`,
    `Incoming postback   ${event}`,
    ...(previousEvent === null
      ? []
      : [`Previous URL, valid until ${previousEvent.until}: ${previousEvent.url}`]),
    ...describeReach(visit),
  ];
}

function describeReach(link: string): string[] {
  const reach = reachOf(link);
  if (reach === 'public') return [];
  const audience = reach === 'computer' ? 'this computer' : 'computers on the same network';
  return [
    `Warning: only ${audience} can open these links. Add a tracking domain or set WAYPOST_TRACKING_URL to a public address.`,
  ];
}
