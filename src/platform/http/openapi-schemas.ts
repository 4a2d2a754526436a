import { z } from 'zod';
import { Bug } from '#kit/failure.ts';

/** A value of JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A schema, or any other object, of an OpenAPI document. */
export interface JsonObject {
  [name: string]: Json;
}

/** Collects the named schemas of a document while it is written. */
export interface SchemaRegistry {
  /** The schema as a document writes it: a reference if it has an id, else itself. */
  write(schema: z.ZodType, io: 'input' | 'output'): JsonObject;
  /** The schema itself also when it has an id, to read its fields from. */
  open(schema: z.ZodType, io: 'input' | 'output'): JsonObject;
  /** All named schemas so far, sorted by name. */
  named(): JsonObject;
}

const FORMATS_THAT_SAY_ALL: ReadonlySet<string> = new Set(['date-time', 'email', 'uuid']);

/** Rules for the fields of every body. */
const NO_NUL = /^[^\0]*$/;

const DEFINED_HERE = '#/$defs/';
const DEFINED_IN_DOCUMENT = '#/components/schemas/';

/** Returns an empty collection. */
export function openSchemaRegistry(): SchemaRegistry {
  const named = new Map<string, JsonObject>();

  const keep = (id: string, schema: JsonObject) => {
    const known = named.get(id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Bug(
        `two schemas are called ${id}, or it reads other than it writes: give the answer's its own id`,
      );
    }
    named.set(id, schema);
  };

  const write: SchemaRegistry['write'] = (schema, io) => {
    // Wrapped, because a schema at the root is never written as a reference.
    const wrapped = z.toJSONSchema(z.object({ it: schema }), {
      io,
      target: 'draft-2020-12',
      override: (at) => simplify(at.zodSchema, at.jsonSchema),
    });
    const { $defs = {}, properties } = asObject(toDocument(wrapped));
    for (const [id, definition] of Object.entries(asObject($defs))) keep(id, asObject(definition));
    return asObject(asObject(properties)['it']);
  };

  return {
    write,
    open: (schema, io) => {
      const written = write(schema, io);
      const reference = written['$ref'];
      if (typeof reference !== 'string') return written;
      return named.get(reference.slice(DEFINED_IN_DOCUMENT.length)) ?? {};
    },
    named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Answers may gain fields, so only what is declared strict is written as closed. A pattern that a
 * format implies, the bounds of every integer of JSON, and that no text holds NUL, are not written:
 * the last is described once for the document.
 */
function simplify(schema: z.core.$ZodTypes, written: z.core.JSONSchema.BaseSchema): void {
  const { def } = schema._zod;
  if (written.format !== undefined && FORMATS_THAT_SAY_ALL.has(written.format)) {
    delete written.pattern;
  }
  if (written.pattern === NO_NUL.source) delete written.pattern;
  if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  if (def.type === 'object' && def.catchall === undefined) delete written.additionalProperties;
}

/** A copy as plain JSON whose references point into the document. */
function toDocument(schema: unknown): Json {
  return parseJson(
    JSON.stringify(schema).replaceAll(`"${DEFINED_HERE}`, `"${DEFINED_IN_DOCUMENT}`),
  );
}

/** A value as it reads once it was written as JSON. */
export function toJson(value: object): Json {
  return parseJson(JSON.stringify(value));
}

/** The value of a JSON text. */
export function parseJson(text: string): Json {
  return JSON.parse(text);
}

/** The value as an object; an empty one if it is none. */
export function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
