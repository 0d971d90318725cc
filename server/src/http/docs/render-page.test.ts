import { describe, expect, it } from 'vitest';
import { operations } from '../api-v1/operations/index.ts';
import { buildOpenApiDocument } from '../openapi/build-document.ts';
import { listOperations, type OpenApiDocument } from '../openapi/document.ts';
import { renderPage } from './render-page.ts';

const document = buildOpenApiDocument(operations);
const page = renderPage(document);
const placed = listOperations(document);

function all(pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, found = '']) => found);
}

const anchors = all(/ id="([^"]+)"/g);

describe('the documentation page', () => {
  it('lists every operation in the contents and in a section', () => {
    const links = all(/<a href="#([^"]+)"/g);
    for (const { operation } of placed) {
      expect(anchors).toContain(operation.operationId);
      expect(links).toContain(operation.operationId);
    }
  });

  it('has no broken links and no repeated anchors', () => {
    const links = all(/href="#([^"]*)"/g);
    expect(links.length).toBeGreaterThan(placed.length);
    for (const link of links) expect(anchors).toContain(link);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('has no scripts, inline styles or external resources', () => {
    expect(page).not.toMatch(/<script|<style|<img|<iframe|<form/i);
    expect(page.replaceAll(/<pre[^>]*>.*?<\/pre>/gs, '')).not.toMatch(/\s(?:style|on\w+)="/i);
    expect(new Set(all(/(?:href|src)="([^#"][^"]*)"/g))).toEqual(new Set(['/docs.css', '/openapi.json']));
  });

  it.each(placed.map((one) => [one.operation.operationId, one] as const))(
    'shows a command, the response and the errors of %s',
    (operationId, { path, operation }) => {
      const start = page.indexOf(`<h3 id="${operationId}"`);
      const section = page.slice(start, page.indexOf('</section>', start));
      expect(section).toContain('curl ');
      expect(section).toContain(`<code>${path}</code>`);
      expect(section).toContain('&quot;ok&quot;: true');
      for (const [status, answer] of Object.entries(operation.responses))
        expect(section).toContain('$ref' in answer ? `>${status}</a>` : `<b>${status}</b>`);
    },
  );

  it('shows the limits of fields', () => {
    expect(page).toContain('text, 1 to 160 characters');
    expect(page).toContain('whole number, 1 to 200');
  });
});

it('renderPage escapes all text from the OpenAPI document', () => {
  const hostile: OpenApiDocument = JSON.parse(
    JSON.stringify(document).replaceAll('Spring sale', '</code><script>alert(1)</script>'),
  ) as OpenApiDocument;
  hostile.info.title = '"><script>alert(2)</script>';
  const hostilePage = renderPage(hostile);
  expect(hostilePage).not.toContain('<script>');
  expect(hostilePage).toContain('&lt;script&gt;alert(2)');
});
