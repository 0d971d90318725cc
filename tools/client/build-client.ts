import { isFile, listOperations, type JsonSchema } from '../../server/src/http/openapi/document.ts';
import type {
  DescribedOperation,
  OpenApiDocument,
  PlacedOperation,
} from '../../server/src/http/openapi/document.ts';
import { comment, typeName, typeOfSchema } from './type-of-schema.ts';

/** What tells the client of one API from that of the other. */
type ClientStyle = {
  className: string;
  /** The members of its options. */
  options: string;
  /** From `options` to the connection that the runtime sends with. */
  connection: string;
  /** Parts of paths that are given once, with the options, and not with each call: their expression by name. */
  partsGiven: Record<string, string>;
  /** What the class has besides its methods. */
  members: string;
  /** Whether it makes things once, and takes files. */
  isOfPanel: boolean;
};

const publicClient: ClientStyle = {
  className: 'WaypostClient',
  options: `
    /** Where the API is, such as https://track.example.com/api/v1. */
    baseUrl: string;
    /** Of an API key; keep it out of browsers and logs. */
    token: string;
    /** Used in place of the global one. */
    fetch?: typeof globalThis.fetch | undefined;`,
  connection:
    '{ baseUrl: options.baseUrl, fetch: options.fetch, headers: { authorization: `Bearer ${options.token}` } }',
  partsGiven: {},
  members: '',
  isOfPanel: false,
};

/** For pages that Waypost serves itself: the browser adds the cookie, and says where the page comes from. */
export const panelClient: ClientStyle = {
  className: 'WaypostPanelClient',
  options: `
    /** Where the API is; below the address of the page where it is left out. */
    baseUrl?: string | undefined;
    /** The workspace that everything is asked of which belongs to one. */
    workspaceId?: string | undefined;
    /** Used in place of the global one. */
    fetch?: typeof globalThis.fetch | undefined;`,
  connection:
    "{ baseUrl: options.baseUrl ?? '/panel/api', fetch: options.fetch, credentials: 'same-origin', workspaceId: options.workspaceId }",
  partsGiven: { workspaceId: 'this.#workspaceId' },
  members: `

    get #workspaceId(): string {
      const { workspaceId } = this.#connection;
      if (workspaceId === undefined) throw new Error('this client was made without a workspaceId');
      return workspaceId;
    }`,
  isOfPanel: true,
};

/** The text of the client: types and methods from the description, the rest from `runtime`. */
export function buildClient(
  document: OpenApiDocument,
  runtime: string,
  style: ClientStyle = publicClient,
): string {
  const operations = listOperations(document);
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) =>
    declareType(typeName(name), schema),
  );
  const queries = operations.flatMap(({ operation }) => declareQuery(operation) ?? []);
  return [
    `/** A client of the ${document.info.title}, version ${document.info.version}. Written by \`npm run docs\`: do not edit. */\n`,
    ...shapes,
    ...queries,
    copyRuntime(runtime, style),
    declareClient(operations, style),
  ].join('\n');
}

/** Its tests need `send`, users of the client do not. */
function copyRuntime(runtime: string, { isOfPanel }: ClientStyle): string {
  const [, copied, ...more] = runtime.split('// ---\n');
  if (copied === undefined || more.length > 0) throw new Error('the runtime has no line, or more than one');
  const [shared = '', ofPanel = ''] = copied.split('// --- panel\n');
  return `${shared}${isOfPanel ? ofPanel : ''}`.replaceAll(/export (async )?function /g, '$1function ');
}

function declareType(name: string, schema: JsonSchema): string {
  return `${comment(schema.description)}export type ${name} = ${typeOfSchema(schema)};\n`;
}

function declareQuery(operation: DescribedOperation): string | undefined {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (parameters.length === 0) return undefined;
  const properties = parameters.map(({ name, schema, description }): [string, JsonSchema] => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const schema = { type: 'object', properties: Object.fromEntries(properties), required };
  return declareType(queryName(operation), schema);
}

function declareClient(operations: PlacedOperation[], style: ClientStyle): string {
  const { className, options, connection, members } = style;
  return `export type ${className}Options = {${options}
  };

  export function create${className}(options: ${className}Options): ${className} {
    return new ${className}(options);
  }

  export class ${className} {
    readonly #connection: Connection;

    constructor(options: ${className}Options) {
      this.#connection = ${connection};
    }${members}

    ${operations.map((operation) => declareMethod(operation, style)).join('\n\n')}
  }
  `;
}

function declareMethod({ method, path, operation }: PlacedOperation, { partsGiven }: ClientStyle): string {
  const { operationId, summary, requestBody } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const body = requestBody?.content['application/json']?.schema;
  const takesFile = requestBody?.content['multipart/form-data'] !== undefined;
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const needsQuery = query.some((parameter) => parameter.required);
  const once = operation.parameters.some(({ name }) => name === 'Idempotency-Key') ? ' & OnceOptions' : '';
  const parameters = [
    ...names
      .filter((name) => partsGiven[name] === undefined)
      .map((name) => `${name}: ${typeOfPart(operation, name)}`),
    ...(body === undefined ? [] : [`body: ${typeOfSchema(body)}`]),
    ...(takesFile ? ['file: Blob'] : []),
    needsQuery
      ? `options: CallOptions${once} & { query: ${queryName(operation)} }`
      : `options: CallOptions${once}${query.length > 0 ? ` & { query?: ${queryName(operation)} | undefined }` : ''} = {}`,
  ];
  const address =
    names.length > 0
      ? `\`${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${partsGiven[name] ?? name})}`)}\``
      : `'${path}'`;
  const isReadOnly = operation['x-read-only'] === true ? ', isReadOnly: true' : '';
  const told = comment(`${summary}: \`${method.toUpperCase()} ${path}\`.`);
  if (answersFile(operation)) {
    // A browser takes a file from an address by itself, however large it is; what has a body it cannot.
    if (method === 'get')
      return `${told}${operationId}Address(${parameters.join(', ').replace('CallOptions & ', '')}): string {
      return addressOf(this.#connection, { ...options, path: ${address} });
    }`;
    return `${told}${operationId}(${parameters.join(', ')}): Promise<Blob> {
      return sendForFile(this.#connection, { ...options, method: '${method.toUpperCase()}', path: ${address}${body === undefined ? '' : ', body'}${isReadOnly} });
    }`;
  }
  return `${told}${operationId}(${parameters.join(', ')}): Promise<${typeOfSchema(dataOf(operation))}> {
      return send(this.#connection, { ...options, method: '${method.toUpperCase()}', path: ${address}${body === undefined ? '' : ', body'}${takesFile ? ', file' : ''}${isReadOnly} });
    }`;
}

function typeOfPart({ parameters }: DescribedOperation, name: string): string {
  const part = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
  return part === undefined ? 'string' : typeOfSchema(part.schema);
}

function answersFile({ responses }: DescribedOperation): boolean {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return answer !== undefined && !('$ref' in answer) && isFile(answer);
}

function dataOf({ operationId, responses }: DescribedOperation): JsonSchema {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const data =
    answer === undefined || '$ref' in answer || isFile(answer)
      ? undefined
      : answer.content['application/json'].schema.properties?.['data'];
  if (data === undefined) throw new Error(`the description does not say what ${operationId} answers`);
  return data;
}

/** `listCampaigns` asks a `ListCampaignsQuery`. */
function queryName({ operationId }: DescribedOperation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}
