import { truncateText } from '../request/decode-text.ts';
import { readPage } from '../request/read-page.ts';
import { tagsMax, normalizeTags } from '../row-cells.ts';

export type ScriptMessage =
  | {
      kind: 'visit';
      campaignId: string;
      page: URL | undefined;
      referrer: string | undefined;
      memory: string | undefined;
    }
  | { kind: 'tags'; clickId: string; tags: string[] }
  // `values` uses the parameter names of incoming postbacks.
  | { kind: 'event'; clickId: string; values: Record<string, string> };

const campaignIdLength = 36;
const valuesMax = 50;

/**
 * Parses a message. Returns undefined for a body that the tracking script would not send, and ignores invalid optional
 * fields.
 */
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

function readValues(event: Record<string, unknown>): Record<string, string> {
  const scalars = Object.entries(event).filter(
    ([, value]) => typeof value === 'string' || Number.isFinite(value),
  );
  return Object.fromEntries(scalars.slice(0, valuesMax).map(([name, value]) => [name, String(value)]));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// Drops the fragment, because traffic sources don't put parameters there.
function pageOf(value: unknown): URL | undefined {
  const page = typeof value === 'string' ? readPage(value) : undefined;
  if (page === undefined) return undefined;
  page.hash = '';
  return page;
}

function readTags(names: readonly unknown[]): string[] {
  return normalizeTags(
    names
      .slice(0, tagsMax)
      .flatMap((name) => (typeof name === 'string' ? truncateText(name).split(',', tagsMax) : [])),
  );
}
