import { cutText } from '../request/decode-text.ts';
import { readPage } from '../request/read-page.ts';
import { tagsMax, tidyTags } from '../row-cells.ts';

/** What the script on a page tells us. */
export type ScriptMessage =
  | {
      kind: 'visit';
      campaignId: string;
      /** Undefined where the page has no address of the web. */
      page: URL | undefined;
      referrer: string | undefined;
      memory: string | undefined;
    }
  | { kind: 'tags'; clickId: string; tags: string[] }
  /** In the words of an incoming event, as texts. */
  | { kind: 'event'; clickId: string; values: Record<string, string> };

const campaignIdLength = 36;
const valuesMax = 50;

/** Undefined for everything that our script would not send; parts that are odd are left out, and the rest counts. */
export function parseScriptMessage(body: Buffer): ScriptMessage | undefined {
  const content = parseObject(body.toString('utf8'));
  if (content === undefined) return undefined;
  const { c, u, r, m, cid, t, e } = content;
  if (typeof cid === 'string' && Array.isArray(t)) return { kind: 'tags', clickId: cid, tags: readTags(t) };
  if (typeof cid === 'string' && isObject(e)) return { kind: 'event', clickId: cid, values: readValues(e) };
  if (typeof c !== 'string' || c.length !== campaignIdLength) return undefined;
  return {
    kind: 'visit',
    campaignId: c.toLowerCase(),
    page: pageOf(u),
    referrer: text(r),
    memory: text(m),
  };
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const content: unknown = JSON.parse(json);
    return isObject(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What is neither a text nor a number says nothing. */
function readValues(event: Record<string, unknown>): Record<string, string> {
  const said = Object.entries(event).filter(
    ([, value]) => typeof value === 'string' || Number.isFinite(value),
  );
  return Object.fromEntries(said.slice(0, valuesMax).map(([name, value]) => [name, String(value)]));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Without its fragment, which no link of a source would have its parameters in. */
function pageOf(value: unknown): URL | undefined {
  const page = typeof value === 'string' ? readPage(value) : undefined;
  if (page === undefined) return undefined;
  page.hash = '';
  return page;
}

/** As in a link, where they stand between commas. */
function readTags(names: readonly unknown[]): string[] {
  return tidyTags(
    names
      .slice(0, tagsMax)
      .flatMap((name) => (typeof name === 'string' ? cutText(name).split(',', tagsMax) : [])),
  );
}
