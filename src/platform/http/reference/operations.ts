import { Bug } from '#kit/failure.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { asObject, type Json, type JsonObject } from '../openapi-schemas.ts';

/** Operations that serve one task, in the order in which an integrator needs them. */
export interface ReferenceGroup {
  readonly title: string;
  readonly description: string;
  readonly operationIds: readonly string[];
}

/** An answer of 400 and above that an operation gives. */
export interface OperationError {
  readonly status: number;
  /** When it is answered, as Markdown. */
  readonly when: string;
  /** Stable codes and their messages. */
  readonly codes: readonly (readonly [code: string, message: string])[];
  /** The name of the body's schema. */
  readonly schema: string | undefined;
  /** Whether many operations answer the same, so that it is described once. */
  readonly isShared: boolean;
}

/** One operation as the reference shows it, with every reference resolved. */
export interface ReferenceOperation {
  readonly operationId: string;
  /** The fragment of its address, as `docUrl` of error bodies names it. */
  readonly anchor: string;
  readonly method: string;
  readonly path: string;
  /** Where its host is reached. */
  readonly server: string;
  readonly summary: string;
  readonly description: string | undefined;
  /** The ways to authenticate: each is a list of schemes that come together; an empty one means that no credential is needed. */
  readonly security: readonly (readonly string[])[];
  readonly parameters: readonly JsonObject[];
  readonly body: string | undefined;
  readonly status: string;
  readonly answer: JsonObject | undefined;
  readonly answerDescription: string;
  readonly errors: readonly OperationError[];
}

/** A part of the document, with a reference resolved. */
export function resolve(document: OpenApiDocument, value: Json | undefined): JsonObject {
  const part = asObject(value);
  const { $ref: reference } = part;
  if (typeof reference !== 'string') return part;
  const steps = reference.slice('#/'.length).split('/');
  return asObject(steps.reduce((at: Json, step) => asObject(at)[step] ?? {}, document));
}

/** The name of the schema that a reference names. */
export function nameOf({ $ref: reference }: JsonObject): string | undefined {
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

/** All operations of a document by their ids. */
export function readOperations(document: OpenApiDocument): ReadonlyMap<string, ReferenceOperation> {
  const messages = messagesOf(document);
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) =>
        readOperation(document, { path, method, item, operation: asObject(operation), messages }),
      ),
  );
  return new Map(found.map((operation) => [operation.operationId, operation]));
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
  readonly messages: ReadonlyMap<string, string>;
}

function readOperation(document: OpenApiDocument, found: Found): ReferenceOperation {
  const { path, method, item, operation, messages } = found;
  const { description, requestBody } = operation;
  const operationId = String(operation['operationId']);
  const responses = Object.entries(asObject(operation['responses']));
  const [status = '200', success] = responses.find(([code]) => code.startsWith('2')) ?? [];
  const answer = resolve(document, success);
  const [server] = [...listOf(item['servers']), ...document.servers];
  return {
    operationId,
    anchor: `/${encodeURIComponent(String(textsOf(operation['tags'])[0]))}/${operationId}`,
    method: method.toUpperCase(),
    path,
    server: String(server?.['url'] ?? ''),
    summary: String(operation['summary']),
    description: typeof description === 'string' ? description : undefined,
    security: listOf(operation['security']).map((way) => Object.keys(way)),
    parameters: listOf(operation['parameters']).map((it) => resolve(document, it)),
    body: nameOf(contentOf(asObject(requestBody)) ?? {}),
    status,
    answer: contentOf(answer),
    answerDescription: String(answer['description'] ?? ''),
    errors: responses
      .filter(([code]) => Number(code) >= 400)
      .map(([code, response]) => ({
        ...readError(resolve(document, response), messages),
        status: Number(code),
        isShared: nameOf(asObject(response)) !== undefined,
      })),
  };
}

function readError(
  response: JsonObject,
  messages: ReadonlyMap<string, string>,
): Omit<OperationError, 'status' | 'isShared'> {
  const description = String(response['description']);
  const [when = ''] = description.split('\n\n- ');
  const named = [...description.matchAll(/^- (?:`\w+`(?:, )?)+/gm)].flatMap(([line]) =>
    [...line.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  );
  const own = explainedIn(description);
  const codes = named.map((code) => [code, own.get(code) ?? messages.get(code) ?? ''] as const);
  return { when, codes, schema: nameOf(contentOf(response) ?? {}) };
}

/** Messages by code: one that an operation only names is explained in another place of the document. */
function messagesOf(document: OpenApiDocument): ReadonlyMap<string, string> {
  const responses = [
    ...Object.values(asObject(document.components['responses'])),
    ...Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) =>
        Object.values(asObject(asObject(operation)['responses'])),
      ),
    ),
  ];
  const all = responses.flatMap((it) => [...explainedIn(String(asObject(it)['description']))]);
  return new Map(all.reverse());
}

function explainedIn(description: string): ReadonlyMap<string, string> {
  const lines = description.matchAll(/^- `(\w+)`: (.*)$/gm);
  return new Map([...lines].map(([, code = '', message = '']) => [code, message]));
}

function contentOf({ content }: JsonObject): JsonObject | undefined {
  const json = asObject(content)['application/json'];
  return json === undefined ? undefined : asObject(asObject(json)['schema']);
}

/** A list of objects; empty if the value is none. */
export function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** A list of texts; empty if the value is none. */
export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The groups with their operations. Throws a `Bug` unless each operation stands in exactly one. */
export function groupOperations(
  operations: ReadonlyMap<string, ReferenceOperation>,
  groups: readonly ReferenceGroup[],
): (ReferenceGroup & { readonly operations: readonly ReferenceOperation[] })[] {
  const named = groups.flatMap(({ operationIds }) => operationIds);
  const wrong = [
    ...named.filter((id, i) => !operations.has(id) || named.indexOf(id) !== i),
    ...[...operations.keys()].filter((id) => !named.includes(id)),
  ];
  if (wrong.length > 0) {
    throw new Bug(
      `not in exactly one group of the reference, or no operation: ${wrong.join(', ')}`,
    );
  }
  return groups.map((group) => ({
    ...group,
    operations: group.operationIds.flatMap((id) => operations.get(id) ?? []),
  }));
}
