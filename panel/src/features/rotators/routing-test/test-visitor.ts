import type { EvaluationInput, PanelVisitEvent } from '../../../lib/api/api.ts';
import { localTime } from '../../../lib/time/local-time.ts';

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
    params: Object.fromEntries(new URLSearchParams(queryOf(link))),
    ...(time === '' ? {} : { time: new Date(time).toISOString() }),
    ...(campaignId === '' ? {} : { campaignId }),
    unique: { campaign: isNew, path: isNew, workspace: isNew },
  };
}

/** Returns the query string of a URL without its fragment. Text that is only a query string is returned as is. */
function queryOf(link: string): string {
  const address = link.trim().replace(/#.*$/, '');
  const isUrl = /^[^=&?]*[/?]/.test(address);
  return isUrl ? address.replace(/^[^?]*\??/, '') : address;
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
      // Copies `bot` and `prefetch`, because they depend on headers that the form does not contain.
      bot: visit.bot,
      prefetch: visit.prefetch,
      ...visit.tokens,
    },
  };
}
