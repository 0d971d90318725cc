import { errorCodes } from '@waypost/contract/api/error-codes.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { html, prose, type Html } from '../../platform/html.ts';
import { renderCode, renderError } from './render-operation.ts';

export type Section = { id: string; title: string; content: Html };

/** Placeholder for the origin of this installation. It is replaced in each response. */
export const exampleOrigin = 'http://127.0.0.1:8080';

export function introduce(document: OpenApiDocument): Section[] {
  return [
    { id: 'authentication', title: 'Authentication', content: authentication() },
    { id: 'envelopes', title: 'Envelopes', content: envelopes() },
    { id: 'ids-and-times', title: 'IDs and times', content: idsAndTimes() },
    { id: 'lists', title: 'Lists and updates', content: lists() },
    { id: 'limits', title: 'Limits', content: limits() },
    { id: 'rate-limit', title: 'Rate limit', content: rateLimit(document) },
    { id: 'errors', title: 'Errors', content: errors(document) },
  ];
}

function authentication(): Html {
  return html`<p>
      ${prose('Every request needs an API key. Create one in the panel or with `waypost key create`. Choose its scope and a lifetime of 30, 90 or 180 days; the key is shown only once. `GET` requests need scope `read` or `write`; all other requests need `write`. Keep keys out of query strings, browsers and logs.')}
    </p>
    ${renderCode(`export WAYPOST=${exampleOrigin}\nexport TOKEN=wpk_…\ncurl "$WAYPOST/api/v1/whoami" -H "Authorization: Bearer $TOKEN"`)}
    <p>
      A request acts in the workspace that its key belongs to. Records in other workspaces are treated like
      records that do not exist. Writes from web pages on other origins are rejected, regardless of the key.
    </p>`;
}

function envelopes(): Html {
  return html`<p>
      ${prose('Bodies are JSON; send `Content-Type: application/json`. Every response has one of two envelopes. `data` is null if there is nothing to return.')}
    </p>
    ${renderCode('{ "ok": true, "data": … }')}
    ${renderCode('{ "ok": false, "error": { "code": "…", "message": "…", "details": {} }, "requestId": "…" }')}
    <p>
      ${prose('In programs, use `code` and `details`; `message` is for people and may change. `requestId`, also in the `x-request-id` header, identifies the request in the logs.')}
    </p>`;
}

function idsAndTimes(): Html {
  return html`<p>
    ${prose('IDs are UUIDs, case-insensitive in requests and lowercase in responses. A campaign’s `createdAt` is `YYYY-MM-DD HH:MM:SS` in UTC; landing pages and rotators use ISO 8601 with milliseconds and `Z`; rotator paths use Unix seconds. Countries are ISO 3166-1 alpha-2 codes.')}
  </p>`;
}

function lists(): Html {
  return html`<p>
      ${prose('Campaigns are sorted newest first and limited by `limit`. Landing pages, rotators and rotator paths are sorted oldest first and returned in full. `query`, or its alias `q`, searches for part of the name, ignoring case. Archived records are omitted unless you add `includeArchived=1`.')}
    </p>
    <p>
      ${prose('`PATCH` changes only the given fields. Unknown fields and parameters are rejected with 400. Read-only fields may be sent back and are ignored. Batch operations archive or restore either all records or none; repeating them has no effect.')}
    </p>`;
}

function limits(): Html {
  return html`<ul>
    <li>Bodies: at most 256 KiB and 32 nested levels.</li>
    <li>${prose('`ids` in a body: 1 to 200 IDs.')}</li>
    <li>Names: 1 to 160 characters. URLs: at most 2,048 characters.</li>
    <li>URL and headers of a request: at most 512 KiB in total.</li>
  </ul>`;
}

function rateLimit({ components }: OpenApiDocument): Html {
  const names = Object.entries(components.headers).filter(([name]) => /^ratelimit|^retry/.test(name));
  return html`<p>
      Each key has its own limit: 12,000 requests per minute with bursts of 2,000, unless the operator has
      changed it. Responses have these headers:
    </p>
    <dl>
      ${names.map(
        ([name, { description }]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${description}</dd>`,
      )}
    </dl>`;
}

function errors({ components }: OpenApiDocument): Html {
  return html`<table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(errorCodes).map(
          ([code, { status, meaning }]) =>
            html`<tr>
              <td>${status}</td>
              <td><code>${code}</code></td>
              <td>${meaning}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>Errors that any operation can return:</p>
    ${Object.entries(components.responses).map(([name, answer]) => {
      const [code] = answer.description.split(':');
      const status = errorCodes[code as keyof typeof errorCodes].status;
      return html`<div id="${name}">${renderError(status, answer)}</div>`;
    })}`;
}
