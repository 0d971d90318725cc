import {
  IconActivity,
  IconAffiliate,
  IconArrowsSplit,
  IconBrowser,
  IconCoins,
  IconHome,
  IconInbox,
  IconRobot,
  IconSend,
  IconSpeakerphone,
  IconTable,
  IconTag,
  IconTargetArrow,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import type { MemberPermission } from '@waypost/contract/access.ts';
import type { SearchedType } from '@waypost/contract/search.ts';

/** The parts of the sidebar, in their order: what people look at all day comes first and has no title. */
const screenGroups = ['', 'Destinations', 'Partners', 'Data', 'Workspace'] as const;

export type Screen = {
  to: string;
  label: string;
  icon: Icon;
  group: (typeof screenGroups)[number];
  /** Who may not do this does not see the screen. */
  needs?: MemberPermission;
  /** Other words that people look for it by. */
  words?: string;
  /** Its records, each with a page of its own at `to`, a slash and its id: the search finds and opens them. */
  records?: SearchedType;
  /** Makes a new record; the search offers it by this name. */
  create?: { label: string; to: string; needs: MemberPermission };
};

/** What the sidebar and the search offer. A screen is one line here and one in the routes. */
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
    label: 'Landings',
    icon: IconBrowser,
    group: 'Destinations',
    needs: 'landings.read',
    words: 'pages landers prelanders',
    records: 'landing',
    create: { label: 'New landing', to: '/landings/new', needs: 'landings.write' },
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
    label: 'Inbox',
    icon: IconInbox,
    group: 'Data',
    needs: 'inbox.read',
    words: 'incoming requests networks verdicts unmatched conversions s2s',
  },
  {
    to: '/postbacks',
    label: 'Postbacks',
    icon: IconSend,
    group: 'Data',
    needs: 'postbacks.read',
    words: 'receivers calls failed retry pause test s2s',
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
    words: 'ledger spend entries corrections withdraw',
  },
  {
    to: '/agents',
    label: 'Agents',
    icon: IconRobot,
    group: 'Workspace',
    needs: 'agents.connect',
    words: 'ai mcp claude chatgpt connections assistant',
  },
];

/** What a person who may do these things sees of them, group by group. */
export function groupScreens(
  permissions: readonly MemberPermission[],
): { title: string; screens: Screen[] }[] {
  const seen = screens.filter(({ needs }) => needs === undefined || permissions.includes(needs));
  return screenGroups
    .map((title) => ({ title, screens: seen.filter(({ group }) => group === title) }))
    .filter((group) => group.screens.length > 0);
}
