import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The parts of an OpenAPI 3.1 document that docs/openapi.json uses. */
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema; encoding?: Record<string, { contentType: string }> }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}
type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** A request as its receiver sees it. */
export interface DescribedRequest {
  method: string;
  /** Path and query, relative to the server's address. */
  target: string;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON, or the parts of the form; a part with a `type` is a file, whose value is its name. */
  body?: { json: unknown } | { parts: readonly { name: string; value: string; type?: string }[] };
}

/** OpenAPI describes the first three by other means; HTTP clients add the others by themselves. */
const ignoredHeaders = new Set([
  ...['accept', 'authorization', 'content-type'],
  ...['accept-encoding', 'accept-language', 'connection', 'content-length', 'host', 'sec-fetch-mode', 'user-agent'],
]);

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
const schemas = new Map<JsonSchema, z.ZodType>();

/**
 * Compares a request with docs/openapi.json.
 * @returns what the document does not describe; empty if it describes the whole request
 */
export function findUndescribed({ method, target, headers, body }: DescribedRequest): string[] {
  const [path = '', query = ''] = target.split('?');
  const operation = operationFor(method, path);
  if (!operation) return [`${method} ${path} is not described`];
  const { parameters = [], requestBody } = operation.operation;
  const given = {
    path: operation.pathValues,
    query: Object.fromEntries(new URLSearchParams(query)),
    header: Object.fromEntries(Object.entries(headers).filter(([name]) => !ignoredHeaders.has(name))),
  };
  const problems: string[] = [];
  for (const { name, in: place, required = false, schema } of parameters) {
    const key = place === 'header' ? name.toLowerCase() : name;
    const { [key]: value, ...others } = given[place];
    given[place] = others as Record<string, string>;
    if (value !== undefined) problems.push(...mismatches(schema, value, `${place} ${name}`));
    else if (required) problems.push(`${place} ${name} is missing`);
  }
  for (const [place, rest] of Object.entries(given))
    problems.push(...Object.keys(rest).map((name) => `${place} ${name} is not described`));
  if (headers.authorization !== undefined && !/^Bearer [\w.~+/-]+=*$/.test(String(headers.authorization)))
    problems.push('header Authorization is not a bearer token');
  problems.push(...bodyProblems(requestBody, String(headers['content-type'] ?? ''), body));
  return problems.map((problem) => `${method} ${path}: ${problem}`);
}

/** Compares a response with docs/openapi.json. @returns what the document does not describe */
export function findUndescribedInResponse(method: string, path: string, status: number, json: unknown): string[] {
  const responses = operationFor(method, path)?.operation.responses ?? {};
  const response = responses[status] ?? responses[`${String(status)[0]}XX`];
  const schema = response?.content?.['application/json']?.schema;
  return schema ? mismatches(schema, json, `status ${status}`) : [`status ${status} of ${path} is not described`];
}

function operationFor(method: string, path: string) {
  const segments = path.split('/');
  for (const [template, item] of Object.entries(document.paths)) {
    const names = template.split('/');
    const isMatch =
      names.length === segments.length &&
      names.every((name, index) => name.startsWith('{') || name === segments[index]);
    const operation = item[method.toLowerCase()];
    if (!isMatch || !operation) continue;
    const pathValues = Object.fromEntries(
      names.flatMap((name, index) =>
        name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(segments[index] ?? '')]] : [],
      ),
    );
    return { operation: resolveReferences(operation) as Operation, pathValues };
  }
  return undefined;
}

function bodyProblems(
  described: Operation['requestBody'],
  contentType: string,
  body: DescribedRequest['body'],
): string[] {
  if (!described || !body) return described || body ? ['body is missing or not described'] : [];
  const mediaType = contentType.split(';')[0] ?? '';
  const content = described.content[mediaType];
  if (!content) return [`body of type ${mediaType} is not described`];
  if ('json' in body) return mismatches(content.schema, body.json, 'body');
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const { name, value, type } of body.parts) {
    const types = content.encoding?.[name]?.contentType.split(', ');
    if (types) values[name] = [...((values[name] as string[] | undefined) ?? []), value];
    else if (name in values) problems.push(`body ${name} is repeated`);
    else values[name] = value;
    if (types ? !types.includes(type ?? '') : type !== undefined)
      problems.push(`body ${name} of type ${type ?? 'text'} is not described`);
  }
  return [...problems, ...mismatches(content.schema, values, 'body')];
}

function mismatches(schema: JsonSchema, value: unknown, where: string): string[] {
  let compiled = schemas.get(schema);
  if (!compiled) schemas.set(schema, (compiled = z.fromJSONSchema(schema)));
  const { error } = compiled.safeParse(value);
  return error ? [`${where} does not match its schema: ${JSON.stringify(error.issues)}`] : [];
}

const resolved = new Map<unknown, unknown>();

/** Resolves the references in a part of the document. Returns the same object each time for the same part. */
function resolveReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let copy = resolved.get(value);
  if (copy === undefined) {
    copy =
      '$ref' in value
        ? resolveReferences(partAt(String(value.$ref)))
        : Array.isArray(value)
          ? value.map(resolveReferences)
          : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolveReferences(part)]));
    resolved.set(value, copy);
  }
  return copy;
}

function partAt(reference: string): unknown {
  let part: unknown = document;
  for (const key of reference.split('/').slice(1)) part = (part as Record<string, unknown>)[key];
  if (part === undefined) throw new Error(`docs/openapi.json contains no ${reference}`);
  return part;
}
