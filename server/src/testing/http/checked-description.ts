import { errorCodes, type ErrorCode } from '@waypost/contract/error-codes.ts';
import {
  listAnswers,
  listOperations,
  nameOf,
  type Answer,
  type OpenApiDocument,
  type PlacedOperation,
} from '../../http/openapi/document.ts';
import { makeSchemaChecker, type SchemaChecker } from './schema-checker.ts';

export type SeenAnswer = { method: string; path: string; status: number; headers: Headers; text: string };

/** Which answers were seen, as `operationId status`. */
export type Observations = Set<string>;

/** What may be answered where no operation is. */
const statusesOfNowhere = new Set([400, 401, 402, 404, 429]);

function countIds({ path }: PlacedOperation): number {
  return path.split('{').length - 1;
}

/** The description that a product serves, which its answers have to keep to. */
export class CheckedDescription {
  readonly document: OpenApiDocument;
  readonly operations: PlacedOperation[];
  readonly #check: SchemaChecker;
  readonly #observations: Observations;

  constructor(document: OpenApiDocument, observations: Observations = new Set()) {
    this.document = document;
    this.operations = listOperations(document);
    this.#check = makeSchemaChecker(document);
    this.#observations = observations;
  }

  /** Throws where status, headers or body are not as described; what is fine is noted down. */
  check(answer: SeenAnswer): void {
    const placed = this.find(answer.method, answer.path);
    const problems = placed === undefined ? this.#judgeNowhere(answer) : this.#judge(answer, placed);
    if (problems.length > 0)
      throw new Error(
        `${answer.method} ${answer.path} answered ${answer.status}, not as described:\n  ${problems.join('\n  ')}\n${answer.text}`,
      );
    if (placed !== undefined) this.#observations.add(`${placed.operation.operationId} ${answer.status}`);
  }

  /** Fixed paths come before those with an id. */
  find(method: string, path: string): PlacedOperation | undefined {
    const fitting = this.operations
      .filter((one) => one.method === method.toLowerCase())
      .filter((one) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
    return fitting.toSorted((one, other) => countIds(one) - countIds(other))[0];
  }

  #judge(answer: SeenAnswer, { operation }: PlacedOperation): string[] {
    const described = new Map(listAnswers(this.document, operation)).get(answer.status);
    if (described === undefined) return [`${operation.operationId} has no answer ${answer.status}`];
    return [
      ...this.#judgeHeaders(answer, described),
      ...this.#judgeBody(answer, described.content['application/json'].schema),
    ];
  }

  #judgeNowhere(answer: SeenAnswer): string[] {
    if (!statusesOfNowhere.has(answer.status)) return ['there is no such operation'];
    if (answer.method === 'HEAD') return [];
    return this.#judgeBody(answer, { $ref: '#/components/schemas/Error' });
  }

  #judgeBody({ status, headers, text }: SeenAnswer, schema: Parameters<SchemaChecker>[0]): string[] {
    const body = JSON.parse(text) as { ok: boolean; error?: { code: ErrorCode }; requestId?: string };
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
    const fits = this.#check(schema, body);
    if (body.ok || body.error === undefined || fits.length > 0)
      return isJson ? fits : [...fits, 'is no JSON'];
    return [
      ...(isJson ? [] : ['is no JSON']),
      ...(errorCodes[body.error.code].status === status ? [] : [`${body.error.code} is not of this status`]),
      ...(body.requestId === headers.get('x-request-id') ? [] : ['the request ids differ']),
    ];
  }

  #judgeHeaders({ headers }: SeenAnswer, described: Answer): string[] {
    return Object.entries(described.headers).flatMap(([name, { $ref }]) => {
      const header = this.document.components.headers[nameOf($ref)];
      const value = headers.get(name);
      if (header === undefined) return [`the header ${name} is not described`];
      if (value === null) return header.required ? [`the header ${name} is missing`] : [];
      const read = header.schema.type === 'integer' ? Number(value) : value;
      return this.#check(header.schema, read).map((problem) => `the header ${name}: ${problem}`);
    });
  }
}
