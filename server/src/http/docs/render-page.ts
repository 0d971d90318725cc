import { listOperations, type JsonSchema, type OpenApiDocument } from '../openapi/document.ts';
import { describeType } from './describe-type.ts';
import { html, join, prose, type Content, type Html } from '../../platform/html.ts';
import { introduce, type Section } from './introduction.ts';
import { renderFields } from './render-fields.ts';
import { renderOperation } from './render-operation.ts';

export function renderPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const sections = introduce(document);
  const shapes = listShapes(document);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/docs.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <h1>${title}</h1>
          <p>
            Version ${version}. ${prose(description)} Machine-readable:
            <a href="/openapi.json">openapi.json</a>, OpenAPI 3.1.
          </p>
        </header>
        ${renderContents(document, sections, shapes)}
        <main id="content" tabindex="-1">
          ${sections.map(
            ({ id, title: name, content }) =>
              html`<section>
                <h2 id="${id}">${name}</h2>
                ${content}
              </section>`,
          )}
          ${renderResources(document)}
          <section>
            <h2 id="shapes">Schemas</h2>
            ${shapes.map(([name, schema]) => renderShape(name, schema, document))}
          </section>
        </main>
      </body>
    </html> `.text;
}

function renderContents(
  document: OpenApiDocument,
  sections: Section[],
  shapes: [name: string, schema: JsonSchema][],
): Html {
  const operations = listOperations(document);
  return html`<nav aria-label="Contents">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
      ${document.tags.map(
        ({ name }) =>
          html`<li>
            <a href="#${anchorOf(name)}">${name}</a>
            <ul>
              ${operations
                .filter(({ operation }) => operation.tags.includes(name))
                .map(
                  ({ method, path, operation }) =>
                    html`<li>
                      <a href="#${operation.operationId}"
                        ><span class="method">${method.toUpperCase()}</span> ${path}</a
                      >
                    </li>`,
                )}
            </ul>
          </li>`,
      )}
      <li>
        <a href="#shapes">Schemas</a>
        <ul class="wide">
          ${shapes.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}
        </ul>
      </li>
    </ul>
  </nav>`;
}

function renderResources(document: OpenApiDocument): Content {
  const operations = listOperations(document);
  return document.tags.map(
    ({ name, description }) =>
      html`<section>
        <h2 id="${anchorOf(name)}">${name}</h2>
        <p>${description}</p>
        ${operations
          .filter(({ operation }) => operation.tags.includes(name))
          .map((placed) => renderOperation(placed, document))}
      </section>`,
  );
}

/** Lists the response schemas. Request bodies and enums are not listed, because they are shown where they are used. */
function listShapes(document: OpenApiDocument): [name: string, schema: JsonSchema][] {
  const bodies = new Set(
    listOperations(document).map(
      ({ operation }) => operation.requestBody?.content['application/json']?.schema.$ref,
    ),
  );
  return Object.entries(document.components.schemas).filter(
    ([name, schema]) => schema.enum === undefined && !bodies.has(`#/components/schemas/${name}`),
  );
}

function renderShape(name: string, schema: JsonSchema, { components }: OpenApiDocument): Html {
  return html`<h3 id="${name}">${name}</h3>
    ${schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`}
    ${
      schema.anyOf === undefined
        ? renderFields(schema, components.schemas, 'answered')
        : html`<p>
            ${join(
              schema.anyOf.map((one) => renderAlternative(one, components.schemas)),
              ', or ',
            )}.
          </p>`
    }`;
}

function renderAlternative(schema: JsonSchema, schemas: Record<string, JsonSchema>): Content {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return describeType(schema, schemas);
  return properties.map(([key, value]) => html`<code>${key}</code>: ${describeType(value, schemas)}`);
}

function anchorOf(title: string): string {
  return `resource-${title.toLowerCase().replaceAll(' ', '-')}`;
}
