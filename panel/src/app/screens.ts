// The order of these lines is the order in the sidebar and the search, because each screen is added when its file is
// loaded. No other file may import a screen.
export { overview, setUp } from '../features/home/screen.ts';
export { campaigns } from '../features/campaigns/screen.ts';
export { reports } from '../features/reports/screen.ts';
export { events } from '../features/events/screen.ts';
export { visits } from '../features/visits/screen.ts';
export { rotators } from '../features/rotators/screen.ts';
export { offers } from '../features/offers/screen.ts';
export { landings } from '../features/landings/screen.ts';
export { trafficSources } from '../features/traffic-sources/screen.ts';
export { affiliateNetworks } from '../features/affiliate-networks/screen.ts';
export { inbox } from '../features/inbox/screen.ts';
export { postbacks } from '../features/postbacks/screen.ts';
export { uploads } from '../features/uploads/screen.ts';
export { costs } from '../features/costs/screen.ts';
export { members } from '../features/members/screen.ts';
export { keys } from '../features/keys/screen.ts';
export { agents } from '../features/agents/screen.ts';
export { domains } from '../features/domains/screen.ts';
export { settings } from '../features/workspace/screen.ts';
export { auditLog } from '../features/audit/screen.ts';
export { erasure } from '../features/erasure/screen.ts';
export { alerts } from '../features/alerts/screen.ts';
export { system } from '../features/system/screen.ts';
export { guide } from '../features/guide/screen.ts';
export { account } from '../features/account/screen.ts';
