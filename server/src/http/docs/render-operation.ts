import {
  isFile,
  listAnswers,
  nameOf,
  type Answer,
  type DescribedOperation,
  type Example,
  type OpenApiDocument,
  type PlacedOperation,
} from '../openapi/document.ts';
import { describeType, type Schemas } from './describe-type.ts';
import { html, prose, type Content, type Html } from '../../platform/html.ts';
import { renderDefinitions, renderFields } from './render-fields.ts';
import { writeCurl } from './write-curl.ts';

export function renderOperation(placed: PlacedOperation, document: OpenApiDocument): Html {
  const { method, path, operation } = placed;
  const { operationId, summary, description = '' } = operation;
  const { schemas } = document.components;
  return html`<section aria-labelledby="${operationId}">
    <h3 id="${operationId}"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
    <p>${summary}. ${prose(description)}</p>
    ${renderParameters(operation, schemas)} ${renderBody(operation, schemas)}
    <h4>Example</h4>
    ${renderCode(writeCurl(placed))} ${renderSuccess(operation, document)} ${renderErrors(operation)}
  </section>`;
}

export function renderError(status: number | string, answer: Answer): Html {
  return html`<details>
    <summary><b>${status}</b> ${answer.description}</summary>
    ${renderExamples(answer.content['application/json'].examples)}
  </details>`;
}

/** Renders a code block. The block can be focused, so that wide lines can be scrolled with the keyboard. */
export function renderCode(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

function renderParameters({ parameters }: DescribedOperation, schemas: Schemas): Content {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ name, required, schema, description }) => ({
    name,
    required,
    schema: description === undefined ? schema : { ...schema, description },
  }));
  return [html`<h4>Parameters</h4>`, renderDefinitions(fields, schemas, 'sent')];
}

function renderBody({ requestBody }: DescribedOperation, schemas: Schemas): Content {
  const schema = requestBody?.content['application/json']?.schema;
  return schema === undefined ? undefined : [html`<h4>Body</h4>`, renderFields(schema, schemas, 'sent')];
}

function renderSuccess(operation: DescribedOperation, document: OpenApiDocument): Content {
  const { schemas } = document.components;
  return listAnswers(document, operation)
    .filter(([status]) => status < 400)
    .map(([status, { content }]) => {
      const { schema, examples } = content['application/json'];
      const data = schema.properties?.['data'] ?? {};
      const type = data.properties === undefined ? [describeType(data, schemas), '.'] : undefined;
      return [
        html`<p><b>${status}</b> with <code>data</code>: ${type}</p>`,
        type === undefined ? renderFields(data, schemas, 'answered') : undefined,
        renderExamples(examples),
      ];
    });
}

function renderErrors({ responses }: DescribedOperation): Content {
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return [
    errors.map(([status, answer]) =>
      '$ref' in answer || isFile(answer) ? undefined : renderError(status, answer),
    ),
    html`<p class="note">
      Common errors:
      ${errors.map(([status, answer]) =>
        '$ref' in answer ? html`<a href="#${nameOf(answer.$ref)}">${status}</a> ` : undefined,
      )}
    </p>`,
  ];
}

function renderExamples(examples: Record<string, Example>): Content {
  return Object.values(examples).map(({ value }) => renderCode(JSON.stringify(value, undefined, 2)));
}
