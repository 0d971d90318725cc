import {
  IconActivity,
  IconAffiliate,
  IconBook,
  IconArrowsSplit,
  IconBellRinging,
  IconBrowser,
  IconCoins,
  IconEraser,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconRobot,
  IconSend,
  IconServer,
  IconSettings,
  IconSpeakerphone,
  IconTable,
  IconTag,
  IconTargetArrow,
  IconUpload,
  IconUsers,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import type { MemberPermission } from '@waypost/contract/access.ts';
import type { SearchedType } from '@waypost/contract/search.ts';

const screenGroups = ['', 'Destinations', 'Partners', 'Data', 'Administration'] as const;

export type Screen = {
  to: string;
  label: string;
  icon: Icon;
  group: (typeof screenGroups)[number];
  needs?: MemberPermission;
  words?: string;
  /** Type of the records that have pages at `to/<id>`, so that the search can open them. */
  records?: SearchedType;
  create?: { label: string; to: string; needs: MemberPermission };
};

/** Screens in the sidebar and the search. A new screen needs an entry here and a route. */
const screens: readonly Screen[] = [
  { to: '/', label: 'Overview', icon: IconHome, group: '', words: 'start home dashboard today' },
  {
    to: '/campaigns',
    label: 'Campaigns',
    icon: IconTargetArrow,
    group: '',
    needs: 'campaigns.read',
    words: 'links tracking metrics',
    records: 'campaign',
    create: { label: 'New campaign', to: '/campaigns/new', needs: 'campaigns.write' },
  },
  {
    to: '/reports',
    label: 'Reports',
    icon: IconTable,
    group: '',
    needs: 'reports.read',
    words: 'statistics numbers dimensions metrics drill breakdown csv',
  },
  {
    to: '/events',
    label: 'Events',
    icon: IconActivity,
    group: '',
    needs: 'events.read',
    words: 'visits clicks conversions feed live tail log click id transaction',
  },
  {
    to: '/rotators',
    label: 'Rotators',
    icon: IconArrowsSplit,
    group: 'Destinations',
    needs: 'rotators.read',
    words: 'rules flows paths routing splits conditions',
    records: 'rotator',
    create: { label: 'New rotator', to: '/rotators/new', needs: 'rotators.write' },
  },
  {
    to: '/offers',
    label: 'Offers',
    icon: IconTag,
    group: 'Destinations',
    needs: 'offers.read',
    words: 'payout caps',
    records: 'offer',
    create: { label: 'New offer', to: '/offers/new', needs: 'offers.write' },
  },
  {
    to: '/landings',
    label: 'Landing pages',
    icon: IconBrowser,
    group: 'Destinations',
    needs: 'landings.read',
    words: 'landings landers prelanders',
    records: 'landing',
    create: { label: 'New landing page', to: '/landings/new', needs: 'landings.write' },
  },
  {
    to: '/traffic-sources',
    label: 'Traffic sources',
    icon: IconSpeakerphone,
    group: 'Partners',
    needs: 'traffic-sources.read',
    words: 'ad networks platforms tokens postback',
    records: 'traffic-source',
    create: { label: 'New traffic source', to: '/traffic-sources/new', needs: 'traffic-sources.write' },
  },
  {
    to: '/affiliate-networks',
    label: 'Affiliate networks',
    icon: IconAffiliate,
    group: 'Partners',
    needs: 'affiliate-networks.read',
    words: 'postback token statuses',
    records: 'affiliate-network',
    create: {
      label: 'New affiliate network',
      to: '/affiliate-networks/new',
      needs: 'affiliate-networks.write',
    },
  },
  {
    to: '/inbox',
    label: 'Incoming postbacks',
    icon: IconInbox,
    group: 'Data',
    needs: 'inbox.read',
    words: 'inbox incoming requests networks verdicts unmatched conversions s2s',
  },
  {
    to: '/postbacks',
    label: 'Postbacks (outgoing)',
    icon: IconSend,
    group: 'Data',
    needs: 'postbacks.read',
    words: 'outgoing receivers calls failed retry pause test s2s',
  },
  {
    to: '/uploads',
    label: 'Uploads',
    icon: IconUpload,
    group: 'Data',
    needs: 'uploads.read',
    words: 'files csv import conversions costs spend',
  },
  {
    to: '/costs',
    label: 'Costs',
    icon: IconCoins,
    group: 'Data',
    needs: 'costs.read',
    words: 'ledger spend entries corrections reverse withdraw',
  },
  {
    to: '/people',
    label: 'Members',
    icon: IconUsers,
    group: 'Administration',
    needs: 'people.read',
    words: 'people team roles invite invitations users colleagues access',
  },
  {
    to: '/keys',
    label: 'API keys',
    icon: IconKey,
    group: 'Administration',
    needs: 'keys.list',
    words: 'tokens bearer programs scripts curl rotate revoke',
    records: 'key',
    create: { label: 'New API key', to: '/keys/new', needs: 'keys.create' },
  },
  {
    to: '/agents',
    label: 'AI agents',
    icon: IconRobot,
    group: 'Administration',
    needs: 'agents.connect',
    words: 'ai mcp claude chatgpt connections assistant',
  },
  {
    to: '/domains',
    label: 'Domains',
    icon: IconWorld,
    group: 'Administration',
    needs: 'domains.read',
    words: 'tracking host cname dns certificate https own name',
    records: 'domain',
    create: { label: 'New domain', to: '/domains/new', needs: 'domains.write' },
  },
  {
    to: '/settings',
    label: 'Settings',
    icon: IconSettings,
    group: 'Administration',
    needs: 'workspaces.read',
    words:
      'workspace name timezone zone currency rates fallback privacy retention subscription billing versions',
  },
  {
    to: '/audit-log',
    label: 'Audit log',
    icon: IconHistory,
    group: 'Administration',
    needs: 'audit.read',
    words: 'history who changed what journal log security',
  },
  {
    to: '/erasure',
    label: 'Data deletion',
    icon: IconEraser,
    group: 'Administration',
    needs: 'visits.erase',
    words: 'erasure delete forget visitor personal data gdpr privacy',
  },
  {
    to: '/alerts',
    label: 'Alerts',
    icon: IconBellRinging,
    group: 'Administration',
    needs: 'alerts.read',
    words: 'monitoring webhook mail notifications rules thresholds',
  },
  {
    to: '/system',
    label: 'System',
    icon: IconServer,
    group: 'Administration',
    needs: 'system.read',
    words: 'health status engines disk spool edges jobs operator backup',
  },
  {
    to: '/guide',
    label: 'Guide',
    icon: IconBook,
    group: 'Administration',
    words: 'help manual documentation how chapters',
  },
];

export function groupScreens(
  permissions: readonly MemberPermission[],
): { title: string; screens: Screen[] }[] {
  const seen = screens.filter(({ needs }) => needs === undefined || permissions.includes(needs));
  return screenGroups
    .map((title) => ({ title, screens: seen.filter(({ group }) => group === title) }))
    .filter((group) => group.screens.length > 0);
}
