import { errorCodes } from '@waypost/contract/error-codes.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { html, prose, type Html } from './html.ts';
import { renderCode, renderError } from './render-operation.ts';

export type Section = { id: string; title: string; content: Html };

/** Stands for the address of this installation, which each request names. */
export const exampleOrigin = 'http://127.0.0.1:8080';

/** What holds for every operation. */
export function introduce(document: OpenApiDocument): Section[] {
  return [
    { id: 'authentication', title: 'Authentication', content: authentication() },
    { id: 'envelopes', title: 'Envelopes', content: envelopes() },
    { id: 'ids-and-times', title: 'Ids and times', content: idsAndTimes() },
    { id: 'lists', title: 'Lists and changes', content: lists() },
    { id: 'limits', title: 'Limits', content: limits() },
    { id: 'rate-limit', title: 'Rate limit', content: rateLimit(document) },
    { id: 'errors', title: 'Errors', content: errors(document) },
  ];
}

function authentication(): Html {
  return html`<p>
      ${prose('Every request carries the token of an API key. Keys are made in the panel or with `waypost key create`, with a scope and an end after 30, 90 or 180 days; the token is shown once. `GET` needs the scope `read` or `write`, everything else needs `write`. Keep tokens out of query strings, browsers and logs.')}
    </p>
    ${renderCode(`export WAYPOST=${exampleOrigin}\nexport TOKEN=wpk_…\ncurl "$WAYPOST/api/v1/whoami" -H "Authorization: Bearer $TOKEN"`)}
    <p>
      A request acts in the workspace of its key. A record of another workspace is answered exactly like one
      that does not exist. Writes from web pages of another origin are refused, whatever the key.
    </p>`;
}

function envelopes(): Html {
  return html`<p>
      ${prose('Bodies are JSON; send `Content-Type: application/json`. An answer is one of two envelopes. `data` is null where there is nothing to tell.')}
    </p>
    ${renderCode('{ "ok": true, "data": … }')}
    ${renderCode('{ "ok": false, "error": { "code": "…", "message": "…", "details": {} }, "requestId": "…" }')}
    <p>
      ${prose('Programs read `code` and `details`; `message` is for people. Note `requestId`, also in the header `x-request-id`: it finds the request in the logs.')}
    </p>`;
}

function idsAndTimes(): Html {
  return html`<p>
    ${prose('Ids are UUIDs of 36 characters; ours are in lower case, and any case is understood. `createdAt` of a campaign is `YYYY-MM-DD HH:MM:SS` in UTC, that of landings and rotators ISO 8601 with milliseconds and `Z`, and rotator paths count Unix seconds. Countries are codes of ISO 3166-1 alpha-2.')}
  </p>`;
}

function lists(): Html {
  return html`<p>
      ${prose('Campaigns come newest first and at most `limit` of them. Landings, rotators and rotator paths come oldest first, all that match. `query`, or `q`, looks for a part of the name, in any case. Archived records are left out unless `includeArchived=1` asks for them.')}
    </p>
    <p>
      ${prose('A `PATCH` changes the fields that are given and no others. Unknown fields and unknown parameters are mistakes and answered with 400; the read-only fields of a record that was read may be sent along. Archiving and restoring many is done for all of them or for none, and doing it again changes nothing.')}
    </p>`;
}

function limits(): Html {
  return html`<ul>
    <li>A body has at most 256 KiB and 32 levels.</li>
    <li>${prose('`ids` in a body holds 1 to 200 ids.')}</li>
    <li>Names have 1 to 160 characters, links at most 2,048.</li>
    <li>Address and headers of a request have at most 512 KiB together.</li>
  </ul>`;
}

function rateLimit({ components }: OpenApiDocument): Html {
  const names = Object.entries(components.headers).filter(([name]) => /^ratelimit|^retry/.test(name));
  return html`<p>
      Each key has a limit of its own, 12,000 requests a minute and 2,000 at once unless whoever runs the
      server has set another. Answers tell it in headers:
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
    <p>Those that mean the same everywhere:</p>
    ${Object.entries(components.responses).map(([name, answer]) => {
      const [code] = answer.description.split(':');
      const status = errorCodes[code as keyof typeof errorCodes].status;
      return html`<div id="${name}">${renderError(status, answer)}</div>`;
    })}`;
}
