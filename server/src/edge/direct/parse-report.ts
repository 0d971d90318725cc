import { cutText } from '../request/decode-text.ts';
import { readPage } from '../request/read-page.ts';
import { tagsMax, tidyTags } from '../tidy-tags.ts';

/** What the script on a page tells us. */
export type Report =
  | {
      kind: 'visit';
      campaignId: string;
      /** Undefined where the page has no address of the web. */
      page: URL | undefined;
      referrer: string | undefined;
      memory: string | undefined;
    }
  | { kind: 'tags'; clickId: string; tags: string[] };

const campaignIdLength = 36;

/** Undefined for everything that our script would not send; parts that are odd are left out, and the rest counts. */
export function parseReport(body: Buffer): Report | undefined {
  const content = parseObject(body.toString('utf8'));
  if (content === undefined) return undefined;
  const { c, u, r, m, cid, t } = content;
  if (typeof cid === 'string' && Array.isArray(t)) return { kind: 'tags', clickId: cid, tags: readTags(t) };
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
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
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
