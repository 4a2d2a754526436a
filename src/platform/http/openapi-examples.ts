import { isDeepStrictEqual } from 'node:util';
import { asObject, type Json, type JsonObject } from './openapi-schemas.ts';

const SCHEMAS = '#/components/schemas/';

/** Below this an example is not split, which is easier to read. */
const WORTH_SPLITTING_CHARS = 40;

/**
 * The schemas without repeated examples: where the value of a member follows from the
 * schema it refers to, the example moves to the members, and each value appears once. An
 * empty list of examples marks a member that the example does not show.
 */
export function splitExamples(schemas: JsonObject): JsonObject {
  const named = new Map(Object.entries(schemas).map(([name, it]) => [name, asObject(it)]));
  return Object.fromEntries([...named].map(([name, it]) => [name, split(named, it)]));
}

/** An example of every named schema that shows one, whole or by its members. */
export function collectExamples(schemas: JsonObject): ReadonlyMap<string, Json> {
  const named = new Map(Object.entries(schemas).map(([name, it]) => [name, asObject(it)]));
  const shown = [...named].flatMap(([name, schema]): [string, Json][] => {
    const example = derive(named, schema);
    return example === undefined ? [] : [[name, example]];
  });
  return new Map(shown);
}

type Named = ReadonlyMap<string, JsonObject>;

function split(named: Named, schema: JsonObject): JsonObject {
  const example = asObject(ownExample(schema));
  const { examples: _, ...rest } = schema;
  const properties = Object.entries(asObject(schema['properties'])).map(([name, property]) => {
    const value = example[name];
    const isOptional = isPlain(asObject(property)) && !listNames(schema['required']).includes(name);
    const derived = isOptional ? undefined : derive(named, asObject(property));
    const follows = isDeepStrictEqual(derived, value);
    const examples = value === undefined ? [] : [value];
    return [name, follows ? property : { ...asObject(property), examples }] as const;
  });
  const shown = { ...othersOfBase(named, rest, example), ...Object.fromEntries(properties) };
  if (Object.keys(shown).length > 0) rest['properties'] = shown;
  const isSame = isDeepStrictEqual(derive(named, rest), example);
  const saved = JSON.stringify(schema).length - JSON.stringify(rest).length;
  return isSame && saved >= WORTH_SPLITTING_CHARS ? rest : schema;
}

/** Members of a base that this example shows with another value than the example of the base. */
function othersOfBase(named: Named, schema: JsonObject, example: JsonObject): JsonObject {
  const ofBase = listOf(schema['allOf']).map((base) => asObject(derive(named, base)));
  const others = ofBase.flatMap((base) =>
    Object.entries(example).filter(
      ([name, value]) => name in base && !isDeepStrictEqual(base[name], value),
    ),
  );
  return Object.fromEntries(others.map(([name, value]) => [name, { examples: [value] }]));
}

function ownExample(schema: JsonObject | undefined): Json | undefined {
  const examples = schema?.['examples'];
  return Array.isArray(examples) ? examples[0] : undefined;
}

function targetOf({ $ref: reference }: JsonObject): string | undefined {
  return typeof reference === 'string' ? reference.slice(SCHEMAS.length) : undefined;
}

/** The example that a schema has, or that follows from what it refers to. */
function derive(named: Named, schema: JsonObject): Json | undefined {
  const own = ownExample(schema);
  if (own !== undefined) return own;
  const target = targetOf(schema);
  if (target !== undefined) return derive(named, named.get(target) ?? {});
  if (isPlain(schema)) return plainExample(schema);
  const [first] = listOf(schema['anyOf'] ?? schema['oneOf']);
  if (first !== undefined) return derive(named, first);
  if (schema['type'] === 'array') {
    const item = derive(named, asObject(schema['items']));
    return item === undefined ? undefined : [item];
  }
  return deriveObject(named, schema);
}

/** Whether a schema is complete without another one. */
function isPlain({ const: only, enum: choice, type }: JsonObject): boolean {
  return (
    only !== undefined ||
    choice !== undefined ||
    (type !== 'object' && type !== 'array' && type !== undefined)
  );
}

/** The one value, the first of a choice, null where it may be, and `false`. */
function plainExample({ const: only, enum: choice, type }: JsonObject): Json | undefined {
  if (only !== undefined) return only;
  if (Array.isArray(choice)) return choice[0];
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return null;
  return type === 'boolean' ? false : undefined;
}

function deriveObject(named: Named, schema: JsonObject): Json | undefined {
  const bases = listOf(schema['allOf']).map((base) => derive(named, base));
  const needed = listNames(schema['required']);
  const members = Object.entries(asObject(schema['properties'])).flatMap(([name, property]) => {
    const { examples } = asObject(property);
    // Members of some bodies only, such as `late: true`, are shown where an example has them.
    const isOfAll = needed.includes(name) || !isPlain(asObject(property));
    const isShown = Array.isArray(examples) ? examples.length > 0 : isOfAll;
    const value = isShown ? derive(named, asObject(property)) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  if (bases.length === 0 && members.length === 0) return undefined;
  const whole = Object.assign({}, ...bases.map(asObject), Object.fromEntries(members));
  return needed.every((name) => name in whole) ? whole : undefined;
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function listNames(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
