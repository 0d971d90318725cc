export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  readOnly?: boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

export type Reference = { $ref: string };
export type Example = { summary?: string; value: unknown };
export type JsonContent = {
  'application/json': { schema: JsonSchema; examples: Record<string, Example> };
};
export type FormContent = { 'multipart/form-data': { schema: JsonSchema } };
export type Header = { description: string; required: boolean; schema: JsonSchema };
export type Answer = { description: string; headers: Record<string, Reference>; content: JsonContent };
export type FileAnswer = {
  description: string;
  headers: Record<string, Reference>;
  content: Record<
    'text/csv' | 'application/gzip' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    { schema: JsonSchema }
  >;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  /** `style` and `explode` together mean a comma-separated list. */
  style?: 'form';
  explode?: false;
  example?: unknown;
};

export type DescribedOperation = {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  'x-permission'?: string;
  /** Set on POST operations that change nothing, so that clients know they can retry them safely. */
  'x-read-only'?: true;
  /** Empty if the operation needs no credentials. Defaults to the security of the document. */
  security?: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Partial<JsonContent & FormContent> };
  responses: Record<string, Answer | FileAnswer | Reference>;
};

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, DescribedOperation>>>;
  components: {
    securitySchemes: Record<string, unknown>;
    headers: Record<string, Header>;
    responses: Record<string, Answer>;
    schemas: Record<string, JsonSchema>;
  };
};

export type PlacedOperation = { method: Method; path: string; operation: DescribedOperation };

export function listOperations(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    (Object.entries(methods) as [Method, DescribedOperation][]).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
}

/** Returns the JSON responses of an operation by status, including shared responses. Files are left out. */
export function listAnswers(document: OpenApiDocument, operation: DescribedOperation): [number, Answer][] {
  return Object.entries(operation.responses).flatMap(([status, answer]): [number, Answer][] => {
    const found = '$ref' in answer ? getSharedAnswer(document, answer.$ref) : answer;
    return isFile(found) ? [] : [[Number(status), found]];
  });
}

export function isFile(answer: Answer | FileAnswer): answer is FileAnswer {
  return !('application/json' in answer.content);
}

export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function getSharedAnswer(document: OpenApiDocument, $ref: string): Answer {
  const answer = document.components.responses[nameOf($ref)];
  if (answer === undefined) throw new Error(`the OpenAPI document has no ${$ref}`);
  return answer;
}
