import { capitalize } from '@waypost/contract/values/capitalize.ts';

/** Labels for the first segment of an action, in the order of the filter's choices. */
export const actionKinds: Readonly<Record<string, string>> = {
  campaign: 'Campaigns',
  rotator: 'Rotators',
  offer: 'Offers',
  landing: 'Landing pages',
  'traffic-source': 'Traffic sources',
  'affiliate-network': 'Affiliate networks',
  domain: 'Domains',
  cost: 'Costs',
  upload: 'Imports',
  conversions: 'Conversion imports',
  inbox: 'Replays of incoming postbacks',
  postback: 'Postbacks',
  'saved-report': 'Saved reports',
  'custom-metric': 'Custom metrics',
  report: 'Report exports',
  event: 'Event exports',
  key: 'API keys',
  agent: 'AI agents',
  member: 'Members',
  invitation: 'Invitations',
  user: 'New accounts',
  'sign-in': 'Failed sign-ins',
  session: 'Sessions',
  password: 'Passwords',
  'second-factor': 'Two-factor authentication',
  workspace: 'Workspace settings',
  subscription: 'Subscription',
  'alert-rule': 'Alert rules',
  'alert-receiver': 'Alert receivers',
  visit: 'Data deletion',
};

/** Actions whose kind and verb do not combine into a readable phrase. */
const phrases: Readonly<Record<string, string>> = {
  'affiliate-network.issue-token': 'Affiliate network token created',
  'affiliate-network.remove-token': 'Affiliate network token removed',
  'agent.call': 'AI agent request',
  'agent.connect': 'AI agent connected',
  'agent.disconnect': 'AI agent disconnected',
  'alert-receiver.renew': 'Alert device subscription renewed',
  'alert-receiver.rotate-secret': 'Alert receiver secret rotated',
  'alert-receiver.test': 'Alert receiver tested',
  'campaign.rotate-incoming-key': 'Incoming postback URL rotated',
  'campaign.save-goals': 'Campaign goals updated',
  'campaign.settings': 'Campaign settings updated',
  'conversions.upload': 'Conversions imported',
  'cost.create': 'Cost added',
  'cost.withdraw': 'Cost reversed',
  'event.export': 'Events exported',
  'inbox.replay': 'Replay started',
  'inbox.replay-preview': 'Replay previewed',
  'inbox.replay-stop': 'Replay stopped',
  'invitation.create': 'Member invited',
  'member.change-role': 'Role changed',
  'member.leave': 'Member left',
  'member.remove': 'Member removed',
  'password.change': 'Password changed',
  'password.make-link': 'Password reset link created',
  'password.request-link': 'Password reset requested',
  'password.reset': 'Password reset',
  'postback.pause-host': 'Receiver paused',
  'postback.resume-host': 'Receiver resumed',
  'postback.retry': 'Postback retried',
  'postback.test': 'Postback tested',
  'report.export': 'Report exported',
  'rotator.dry-run': 'Dry run started',
  'rotator.dry-run-stop': 'Dry run stopped',
  'rotator.save-rules': 'Rotator rules updated',
  'second-factor.begin': 'Two-factor authentication setup started',
  'second-factor.disable': 'Two-factor authentication turned off',
  'second-factor.enable': 'Two-factor authentication turned on',
  'second-factor.renew-codes': 'Recovery codes regenerated',
  'second-factor.switch-off': 'Two-factor authentication turned off by the operator',
  'second-factor.use-recovery-code': 'Recovery code used',
  'session.create': 'Signed in',
  'session.end': 'Signed out',
  'session.end-others': 'Other sessions signed out',
  'sign-in.lock': 'Sign-in locked',
  'sign-in.refuse': 'Sign-in failed',
  'subscription.set': 'Subscription updated',
  'upload.create': 'File imported',
  'upload.undo': 'Import reversed',
  'user.create': 'Account created',
  'visit.erase': 'Visit deleted',
  'workspace.settings': 'Workspace settings updated',
};

const kinds: Readonly<Record<string, string>> = {
  landing: 'landing page',
  key: 'API key',
};

const verbs: Readonly<Record<string, string>> = {
  accept: 'accepted',
  archive: 'archived',
  check: 'checked',
  create: 'created',
  delete: 'deleted',
  duplicate: 'duplicated',
  pause: 'paused',
  'put-back': 'version restored',
  restore: 'restored',
  resume: 'resumed',
  revoke: 'revoked',
  rotate: 'rotated',
  update: 'updated',
};

/**
 * Returns a phrase such as "Offer updated". The phrase for an action that is not listed above is derived from the name
 * of the action.
 */
export function formatAction(action: string): string {
  const phrase = phrases[action];
  if (phrase !== undefined) return phrase;
  const [kind = '', verb = ''] = action.split('.');
  const words = `${kinds[kind] ?? kind} ${verbs[verb] ?? verb}`.replaceAll('-', ' ').trim();
  return capitalize(words);
}
