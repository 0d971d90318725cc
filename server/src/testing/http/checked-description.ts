import { errorCodes, type ErrorCode } from '@waypost/contract/api/error-codes.ts';
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

/** Observed responses in the form `operationId status`. */
export type Observations = Set<string>;

const unknownPathStatuses = new Set([400, 401, 402, 404, 429]);

function countIds({ path }: PlacedOperation): number {
  return path.split('{').length - 1;
}

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

  /** Throws if status, headers or body do not match the description; otherwise records the response as observed. */
  check(answer: SeenAnswer): void {
    const operation = this.find(answer.method, answer.path);
    const problems =
      operation === undefined ? this.#checkUnknownPath(answer) : this.#checkOperation(answer, operation);
    if (problems.length > 0)
      throw new Error(
        `${answer.method} ${answer.path} answered ${answer.status}, which does not match the description:\n  ${problems.join('\n  ')}\n${answer.text}`,
      );
    if (operation !== undefined)
      this.#observations.add(`${operation.operation.operationId} ${answer.status}`);
  }

  /** Finds the operation for a path. A fixed path takes precedence over a path with an ID parameter. */
  find(method: string, path: string): PlacedOperation | undefined {
    const candidates = this.operations
      .filter((one) => one.method === method.toLowerCase())
      .filter((one) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
    return candidates.toSorted((one, other) => countIds(one) - countIds(other))[0];
  }

  #checkOperation(answer: SeenAnswer, { operation }: PlacedOperation): string[] {
    const described = new Map(listAnswers(this.document, operation)).get(answer.status);
    if (described === undefined)
      return [`${operation.operationId} does not describe status ${answer.status}`];
    return [
      ...this.#checkHeaders(answer, described),
      ...this.#checkBody(answer, described.content['application/json'].schema),
    ];
  }

  #checkUnknownPath(answer: SeenAnswer): string[] {
    if (!unknownPathStatuses.has(answer.status)) return ['operation not found'];
    if (answer.method === 'HEAD') return [];
    return this.#checkBody(answer, { $ref: '#/components/schemas/Error' });
  }

  #checkBody({ status, headers, text }: SeenAnswer, schema: Parameters<SchemaChecker>[0]): string[] {
    const body = JSON.parse(text) as { ok: boolean; error?: { code: ErrorCode }; requestId?: string };
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
    const problems = this.#check(schema, body);
    if (body.ok || body.error === undefined || problems.length > 0)
      return isJson ? problems : [...problems, 'is not JSON'];
    return [
      ...(isJson ? [] : ['is not JSON']),
      ...(errorCodes[body.error.code].status === status
        ? []
        : [`${body.error.code} does not belong to this status`]),
      ...(body.requestId === headers.get('x-request-id') ? [] : ['the request IDs differ']),
    ];
  }

  #checkHeaders({ headers }: SeenAnswer, described: Answer): string[] {
    return Object.entries(described.headers).flatMap(([name, { $ref }]) => {
      const header = this.document.components.headers[nameOf($ref)];
      const value = headers.get(name);
      if (header === undefined) return [`the header ${name} is not described`];
      if (value === null) return header.required ? [`the header ${name} is missing`] : [];
      const parsed = header.schema.type === 'integer' ? Number(value) : value;
      return this.#check(header.schema, parsed).map((problem) => `the header ${name}: ${problem}`);
    });
  }
}
