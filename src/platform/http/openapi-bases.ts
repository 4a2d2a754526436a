import { Bug } from '#kit/failure.ts';
import { asObject, type Json, type JsonObject } from './openapi-schemas.ts';

/** What several named schemas have in common, as a separate schema. */
export interface SchemaBase {
  readonly description: string;
  /** The names of the schemas that build on it. */
  readonly of: readonly string[];
}

/**
 * The schemas with their bases added, each of which has the members that its schemas share.
 * Throws a `Bug` when a base names a schema that does not exist, or its schemas share no member.
 */
export function extractBases(
  schemas: JsonObject,
  bases: Readonly<Record<string, SchemaBase>>,
): JsonObject {
  const all = new Map(Object.entries(schemas).map(([name, schema]) => [name, asObject(schema)]));
  for (const [id, { description, of }] of Object.entries(bases)) {
    const unknown = of.filter((name) => !all.has(name));
    if (unknown.length > 0) {
      throw new Bug(`the base ${id} names a schema that does not exist: ${unknown.join(', ')}`);
    }
    if (all.has(id)) throw new Bug(`a base and a schema are called ${id}`);
    const schemasOfBase = of.map((name) => [name, asObject(all.get(name))] as const);
    const base = baseOf(
      schemasOfBase.map(([, schema]) => schema),
      description,
    );
    if (Object.keys(asObject(base['properties'])).length === 0) {
      throw new Bug(`the schemas of the base ${id} share no member`);
    }
    for (const [name, schema] of schemasOfBase) all.set(name, buildOn({ id, base, schema }));
    all.set(id, base);
  }
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function baseOf(members: readonly JsonObject[], description: string): JsonObject {
  const [first = {}, ...others] = members;
  const isAlike = (name: string, property: Json) =>
    others.every(
      (other) => JSON.stringify(asObject(other['properties'])[name]) === JSON.stringify(property),
    );
  const properties = Object.fromEntries(
    Object.entries(asObject(first['properties'])).filter(([name, it]) => isAlike(name, it)),
  );
  const required = namesIn(first['required']).filter(
    (name) =>
      name in properties && others.every((other) => namesIn(other['required']).includes(name)),
  );
  const example = asObject(Array.isArray(first['examples']) ? first['examples'][0] : {});
  const shown = Object.entries(example).filter(([name]) => name in properties);
  return {
    description,
    examples: [Object.fromEntries(shown)],
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
  };
}

interface Building {
  readonly id: string;
  readonly base: JsonObject;
  readonly schema: JsonObject;
}

/** A closed schema stays closed to all members but its own and those of its base. */
function buildOn({ id, base, schema }: Building): JsonObject {
  const { properties, required, additionalProperties, type, ...description } = schema;
  const shared = asObject(base['properties']);
  const own = Object.entries(asObject(properties)).filter(([name]) => !(name in shared));
  const needed = namesIn(required).filter((name) => !namesIn(base['required']).includes(name));
  return {
    ...description,
    allOf: [{ $ref: `#/components/schemas/${id}` }],
    ...(type !== undefined && { type }),
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    ...(needed.length > 0 && { required: needed }),
    ...(additionalProperties === false && { unevaluatedProperties: false }),
    ...(additionalProperties !== undefined &&
      additionalProperties !== false && { additionalProperties }),
  };
}

function namesIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
