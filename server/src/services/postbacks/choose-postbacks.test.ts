import type { GoalAction } from '@waypost/contract/goals/goals.ts';
import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';
import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { describe, expect, it } from 'vitest';
import { readIncoming } from '../../domain/conversions/read-incoming.ts';
import { isId, timeOfId } from '../../platform/ids.ts';
import { buildConversion } from '../../testing/attribution/build-conversion.ts';
import { buildRecordedVisit } from '../../testing/traffic/build-recorded-visit.ts';
import { choosePostbacks, type ReportedChange } from './choose-postbacks.ts';

const action = (postbackUrl: string | null, postbackEnabled = true): GoalAction => ({
  idx: 2,
  label: 'Sale',
  enabled: true,
  payoutType: 'auto',
  payoutFixed: null,
  costType: 'none',
  costFixed: null,
  costShare: null,
  storeValue: false,
  isConversion: true,
  affectsCost: false,
  affectsRevenue: true,
  from: 'network',
  postbackUrl,
  postbackEnabled,
  postbackOn: ['first'],
  ...defaultPostbackRequest,
});

const workspaceId = '01a1dd40-6c1e-7a2b-8c3d-4e5f60718297';
const source = {
  id: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718296',
  workspaceId,
  name: 'S',
  postbackUrl: 'http://source.example:8080/{externalid}',
  ...defaultPostbackRequest,
};
const workspace: ReportedChange['settings']['workspace'] = {
  id: workspaceId,
  timezone: 'UTC',
  currency: 'USD',
  rates: {},
  eventDays: 30,
  addressPrivacy: 'full',
};
const base: Omit<ReportedChange, 'settings'> = {
  conversion: buildConversion({ idx: 2 }),
  conversionId: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718293',
  eventId: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718294',
  ruleId: null,
  visit: buildRecordedVisit({ externalId: 'x1' }),
  incoming: readIncoming([['cid', 'click-1']]),
  campaign: { id: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718295', name: 'C', postbackUrl: null },
  occasions: ['first', 'approved'],
  nowMs: Date.UTC(2026, 10, 16, 9),
};

type ChangeOverrides = Partial<Omit<ReportedChange, 'settings'>> & {
  action?: GoalAction | null;
  source?: typeof source | { postbackUrl: null } | null;
};

function chooseFor(given: ChangeOverrides) {
  const {
    action: ownAction = action('https://action.example/?x={externalid}&i={postbackid}'),
    source: ownSource = source,
    ...change
  } = given;
  const actions = new Map(ownAction === null ? [] : [['rule', [ownAction]]]);
  const settings = {
    workspace,
    names: {},
    goals: { actions },
    source: ownSource === null ? undefined : { ...source, ...ownSource },
  };
  return choosePostbacks({ ...base, ...change, settings });
}
const choose = (given: ChangeOverrides = {}) => chooseFor(given).jobs;
const skipReasonOf = (given: ChangeOverrides) => chooseFor(given).skipReason;
const urlOf = (given: ChangeOverrides) => choose(given).map(({ url }) => url);

describe('a postback', () => {
  it('goes to the URL of the action, or else to that of the source, and is not sent if neither has one', () => {
    expect(urlOf({})).toEqual([expect.stringMatching(/^https:\/\/action\.example\/\?x=x1&i=/)]);
    expect(urlOf({ action: action(null) })).toEqual(['http://source.example:8080/x1']);
    expect(urlOf({ action: action('') })).toEqual(['http://source.example:8080/x1']);
    expect(urlOf({ action: action(null), source: null })).toEqual([]);
    expect(
      urlOf({
        action: action(null),
        source: { postbackUrl: null },
      }),
    ).toEqual([]);
  });

  it('goes to the URL of the campaign rather than that of the source', () => {
    const campaign = { ...base.campaign, postbackUrl: 'https://campaign.example/{externalid}' };
    expect(urlOf({ campaign })).toEqual([expect.stringMatching(/^https:\/\/action/)]);
    expect(urlOf({ campaign, action: action(null) })).toEqual(['https://campaign.example/x1']);
    expect(urlOf({ campaign, action: null, source: null })).toEqual(['https://campaign.example/x1']);
    expect(urlOf({ campaign, action: action(null, false) })).toEqual([]);
  });

  it('goes to the URL of the source for campaigns without goal rules', () => {
    expect(urlOf({ action: null })).toEqual(['http://source.example:8080/x1']);
  });

  it('is not sent for an action with postbacks turned off', () => {
    expect(urlOf({ action: action('https://action.example/', false) })).toEqual([]);
  });

  it('is not sent for later changes by default', () => {
    const occasions = ['rejected', 'change'] as const;
    expect(choose({ occasions })).toEqual([]);
    expect(choose({ occasions, action: null })).toEqual([]);
  });

  it('is sent once per change, for the most specific trigger that the action includes', () => {
    const sentFor = (postbackOn: PostbackOccasion[], occasions: PostbackOccasion[]) =>
      choose({ action: { ...action('https://a.example/'), postbackOn }, occasions }).map(
        ({ occasion }) => occasion,
      );
    expect(sentFor(['first', 'approved'], ['first', 'approved'])).toEqual(['first']);
    expect(sentFor(['approved', 'change'], ['first', 'approved'])).toEqual(['approved']);
    expect(sentFor(['approved', 'change'], ['rejected', 'change'])).toEqual(['change']);
    expect(sentFor(['approved'], ['rejected', 'change'])).toEqual([]);
  });

  it('uses the method, headers and body that are set together with its URL', () => {
    const body = (text: string) => ({
      postbackMethod: 'POST' as const,
      postbackHeaders: [],
      postbackBody: text,
      postbackSuccessText: text,
    });
    const given = {
      action: { ...action('https://a.example/'), ...body('{"a":"{externalid}"}') },
      source: { ...source, postbackUrl: 'https://s.example/', ...body('{"s":"{externalid}"}') },
    };
    const type = [{ name: 'content-type', value: 'application/json' }];
    expect(choose(given)).toMatchObject([{ method: 'POST', headers: type, body: '{"a":"x1"}' }]);
    const ofSource = { ...given, action: null };
    expect(choose(ofSource)).toMatchObject([{ method: 'POST', headers: type, body: '{"s":"x1"}' }]);
    const campaign = { ...base.campaign, postbackUrl: 'https://c.example/' };
    expect(choose({ ...ofSource, campaign })).toMatchObject([{ method: 'GET', headers: [], body: null }]);
  });

  it('for a later change has a separate ID', () => {
    const later = (eventId: string) => {
      const at = { ...action('https://a.example/'), postbackOn: ['change' as const] };
      return choose({ action: at, occasions: ['approved', 'change'], eventId })[0]?.id;
    };
    const ids = [choose()[0]?.id, later(base.eventId), later(base.conversionId)];
    expect(new Set(ids).size).toBe(3);
  });

  it('has a reason if it is not sent', () => {
    expect(skipReasonOf({})).toBeNull();
    expect(skipReasonOf({ action: action(null, false) })).toBe('Postbacks are turned off for this action.');
    expect(skipReasonOf({ action: null, source: null })).toMatch(/^No postback URL is set on .*\.$/);
    const occasions = ['refunded', 'change'] as const;
    expect(skipReasonOf({ occasions })).toBe('The action sends postbacks only for: first.');
    expect(skipReasonOf({ occasions, action: null })).toMatch(/^The campaign has no goal rules/);
    expect(skipReasonOf({ action: action('not a url') })).toBe('The postback URL is invalid.');
  });

  it('has an ID that contains its time and is the same for the same conversion', () => {
    const [job] = choose();
    expect(job).toMatchObject({
      workspaceId,
      campaignId: base.campaign.id,
      conversionId: base.conversionId,
      eventId: base.eventId,
      idx: 2,
      occasion: 'first',
      method: 'GET',
      origin: 'https://action.example',
      visit: base.visit,
      createdMs: base.nowMs,
    });
    const id = job?.id ?? '';
    expect(isId(id)).toBe(true);
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
    expect(timeOfId(id)).toBe(base.nowMs);
    expect(job?.url).toBe(`https://action.example/?x=x1&i=${id}`);
    expect(choose()).toEqual([job]);
    expect(choose({ conversionId: base.eventId })[0]?.id).not.toBe(id);
    // The ID depends on the conversion, not on the event row.
    expect(choose({ eventId: base.conversionId })[0]?.id).toBe(id);
    const ids = Array.from({ length: 64 }, (_, n) => choose({ conversionId: `${n}` })[0]?.id ?? '');
    expect(new Set(ids.map((other) => other.charAt(19)))).toEqual(new Set(['8', '9', 'a', 'b']));
  });

  it('is queued by origin including the port, and not sent if its URL is invalid', () => {
    expect(choose({ action: null })[0]?.origin).toBe('http://source.example:8080');
    expect(choose({ action: action('not a url') })).toEqual([]);
  });
});
