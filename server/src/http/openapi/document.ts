/** As much of OpenAPI 3.1 as the descriptions use. */
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
/** A form with one file in it. */
export type FormContent = { 'multipart/form-data': { schema: JsonSchema } };
export type Header = { description: string; required: boolean; schema: JsonSchema };
export type Answer = { description: string; headers: Record<string, Reference>; content: JsonContent };
/** What is no JSON: a table as a file, packed or not. */
export type FileAnswer = {
  description: string;
  headers: Record<string, Reference>;
  content: { 'text/csv': { schema: JsonSchema }; 'application/gzip': { schema: JsonSchema } };
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  /** Together they mean a list with commas. */
  style?: 'form';
  explode?: false;
  example?: unknown;
};

export type DescribedOperation = {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  /** What the caller has to be allowed. */
  'x-permission'?: string;
  /** Set on POST operations that change nothing: they can be repeated without a second thought. */
  'x-read-only'?: true;
  /** Empty where no credential is needed; that of the document where it is left out. */
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

/** The answers of an operation by status, those that many operations share among them; files are none of them. */
export function listAnswers(document: OpenApiDocument, operation: DescribedOperation): [number, Answer][] {
  return Object.entries(operation.responses).flatMap(([status, answer]): [number, Answer][] => {
    const found = '$ref' in answer ? getSharedAnswer(document, answer.$ref) : answer;
    return isFile(found) ? [] : [[Number(status), found]];
  });
}

export function isFile(answer: Answer | FileAnswer): answer is FileAnswer {
  return !('application/json' in answer.content);
}

/** The name at the end of a reference. */
export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function getSharedAnswer(document: OpenApiDocument, $ref: string): Answer {
  const answer = document.components.responses[nameOf($ref)];
  if (answer === undefined) throw new Error(`the description has no ${$ref}`);
  return answer;
}
