/** What the first word of an action is about, in the order in which it is offered. */
export const actionKinds: Readonly<Record<string, string>> = {
  campaign: 'Campaigns',
  rotator: 'Rotators',
  offer: 'Offers',
  landing: 'Landings',
  'traffic-source': 'Traffic sources',
  'affiliate-network': 'Affiliate networks',
  domain: 'Domains',
  cost: 'Costs',
  upload: 'Uploads',
  conversions: 'Uploads of conversions',
  inbox: 'Events applied again',
  postback: 'Postbacks',
  'saved-report': 'Saved reports',
  report: 'Files of reports',
  event: 'Files of events',
  key: 'API keys',
  agent: 'Agents',
  member: 'Members',
  invitation: 'Invitations',
  user: 'New people',
  'sign-in': 'Refused sign-ins',
  session: 'Sessions',
  password: 'Passwords',
  'second-factor': 'Second factors',
  workspace: 'Settings of the workspace',
  subscription: 'Subscription',
  visit: 'Erased visits',
};

/** Where the two words together do not tell it. */
const sentences: Readonly<Record<string, string>> = {
  'agent.call': 'Agent read',
  'agent.connect': 'Agent connected',
  'agent.disconnect': 'Agent disconnected',
  'campaign.rotate-incoming-key': 'Postback URL of the campaign renewed',
  'campaign.save-goals': 'Goals of the campaign changed',
  'campaign.settings': 'Settings of the campaign changed',
  'conversions.upload': 'Conversions uploaded',
  'cost.create': 'Cost entered',
  'cost.withdraw': 'Cost taken back',
  'domain.check': 'Domain checked',
  'event.export': 'File of events made',
  'inbox.replay': 'Rules applied again',
  'invitation.accept': 'Invitation accepted',
  'invitation.create': 'Person invited',
  'invitation.revoke': 'Invitation withdrawn',
  'key.revoke': 'Key revoked',
  'key.rotate': 'Key rotated',
  'member.change-role': 'Role changed',
  'member.leave': 'Member left',
  'member.remove': 'Member removed',
  'password.change': 'Password changed',
  'password.make-link': 'Link for a new password made',
  'password.request-link': 'Link for a new password asked for',
  'password.reset': 'Password set anew',
  'postback.pause-host': 'Receiver paused',
  'postback.resume-host': 'Receiver resumed',
  'postback.retry': 'Postback sent again',
  'postback.test': 'Postback tried',
  'report.export': 'File of a report made',
  'rotator.dry-run': 'Dry run begun',
  'rotator.dry-run-stop': 'Dry run stopped',
  'rotator.save-rules': 'Rules of the rotator changed',
  'second-factor.begin': 'Second factor begun',
  'second-factor.disable': 'Second factor turned off',
  'second-factor.enable': 'Second factor turned on',
  'second-factor.renew-codes': 'Recovery codes renewed',
  'second-factor.switch-off': 'Second factor turned off by the operator',
  'second-factor.use-recovery-code': 'Recovery code used',
  'session.create': 'Signed in',
  'session.end': 'Session ended',
  'session.end-others': 'Other sessions ended',
  'sign-in.refuse': 'Sign-in refused',
  'subscription.set': 'Subscription set',
  'upload.create': 'File brought in',
  'upload.undo': 'File taken back',
  'user.create': 'Person made',
  'visit.erase': 'Visit erased',
  'workspace.create': 'Workspace made',
  'workspace.settings': 'Settings changed',
};

const verbs: Readonly<Record<string, string>> = {
  create: 'made',
  update: 'changed',
  delete: 'deleted',
  archive: 'archived',
  restore: 'restored',
  pause: 'paused',
  resume: 'resumed',
  duplicate: 'copied',
  'put-back': 'put back',
};

/** Such as: Landing changed. One that is not known here is told by its own words. */
export function sayAction(action: string): string {
  const known = sentences[action];
  if (known !== undefined) return known;
  const [kind = '', verb = ''] = action.split('.');
  const said = `${kind} ${verbs[verb] ?? verb}`.replaceAll('-', ' ').trim();
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

/** Of a field with its path, such as retention.visitDays: retention, visit days. */
export function sayField(path: string): string {
  return path
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replaceAll(/ url\b/g, ' URL')
    .replaceAll('.', ', ');
}
