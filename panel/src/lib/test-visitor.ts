import type { EvaluationInput, PanelVisitEvent } from './api.ts';
import { localTime } from './local-time.ts';

export type TestVisitor = {
  campaignId: string;
  country: string;
  deviceType: string;
  os: string;
  browser: string;
  language: string;
  ip: string;
  userAgent: string;
  referrer: string;
  /** URL of the visit, or only its query string. */
  link: string;
  time: string;
  isNew: boolean;
  more: Readonly<Record<string, string | boolean>>;
};

export const emptyTestVisitor: TestVisitor = {
  campaignId: '',
  country: '',
  deviceType: '',
  os: '',
  browser: '',
  language: '',
  ip: '',
  userAgent: '',
  referrer: '',
  link: '',
  time: '',
  isNew: true,
  more: {},
};

const formFields = [
  'country',
  'deviceType',
  'os',
  'browser',
  'language',
  'ip',
  'userAgent',
  'referrer',
] as const;

export function toEvaluationInput(visitor: TestVisitor): Omit<EvaluationInput, 'draft'> {
  const { campaignId, link, time, isNew, more } = visitor;
  const named = Object.fromEntries(formFields.map((name) => [name, visitor[name].trim()]));
  const known = Object.entries({ ...more, ...named }).filter(([, value]) => value !== '');
  return {
    visitor: Object.fromEntries(known),
    params: Object.fromEntries(new URLSearchParams(link.trim().replace(/^[^?]*\?/, ''))),
    ...(time === '' ? {} : { time: new Date(time).toISOString() }),
    ...(campaignId === '' ? {} : { campaignId }),
    unique: { campaign: isNew, path: isNew, workspace: isNew },
  };
}

function text(value: string | null): string {
  return value ?? '';
}

export function visitorOf(visit: PanelVisitEvent): TestVisitor {
  return {
    campaignId: text(visit.campaignId),
    country: text(visit.country),
    deviceType: text(visit.deviceType),
    os: text(visit.os),
    browser: text(visit.browser),
    language: text(visit.language),
    ip: text(visit.ip),
    userAgent: text(visit.userAgent),
    referrer: text(visit.referrer),
    link: '',
    time: localTime(new Date(visit.time)),
    isNew: visit.unique,
    more: {
      region: text(visit.region),
      city: text(visit.city),
      isp: text(visit.isp),
      trafficSource: text(visit.trafficSourceId),
      // `bot` and `prefetch` are copied, because they depend on headers that the form does not contain.
      bot: visit.bot,
      prefetch: visit.prefetch,
      ...visit.tokens,
    },
  };
}
