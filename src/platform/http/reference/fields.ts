import { asObject, type Json, type JsonObject } from '../openapi-schemas.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { renderInline } from './markdown.ts';
import { listOf, nameOf, textsOf } from './operations.ts';

/** The named schemas of a document. */
export type Schemas = Readonly<Record<string, JsonObject>>;

/** Lists of fields are nested this deep; deeper ones are linked. */
const NESTED_MAX = 2;

interface FieldsOptions {
  readonly schemas: Schemas;
  /** How many levels of objects inside are shown in place. */
  readonly nested?: number;
}

/** The members of a schema, those of its bases included, as a list. */
export function renderFields(schema: JsonObject, { schemas, nested = 0 }: FieldsOptions): Html {
  const { properties, required } = flatten(schema, schemas);
  const rows = Object.entries(properties).map(([name, property]) => {
    const inner = Math.min(nested, NESTED_MAX) > 0 ? objectIn(property, schemas) : undefined;
    return html`<li>${renderHead(name, property, required.has(name))}${
      inner !== undefined &&
      html`<details><summary>Fields of <code>${name}</code></summary>${renderFields(inner, {
        schemas,
        nested: nested - 1,
      })}</details>`
    }</li>`;
  });
  return html`<ul class="fields">${rows}</ul>`;
}

/** An example with its members in the order of the list of fields: what is required comes first. */
export function orderMembers(example: Json, schema: JsonObject, schemas: Schemas): Json {
  const order = Object.keys(flatten(schema, schemas).properties);
  const members = Object.entries(asObject(example));
  const sorted = members.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return members.length === 0 ? example : Object.fromEntries(sorted);
}

/** Parameters of a path, a query or headers, as a list in the same layout. */
export function renderParameters(parameters: readonly JsonObject[]): Html {
  const rows = parameters.map((parameter) => {
    const { name, description, required } = parameter;
    const property = { ...asObject(parameter['schema']), ...(description && { description }) };
    return html`<li>${renderHead(String(name), property, required === true)}</li>`;
  });
  return html`<ul class="fields">${rows}</ul>`;
}

function renderHead(name: string, property: JsonObject, isRequired: boolean): Html {
  const { description } = property;
  const limits = limitsOf(property);
  return html`<p><code class="name">${name}</code> <span class="type">${renderType(property)}</span>${
    isRequired && html` <strong class="required">required</strong>`
  }</p>${typeof description === 'string' && html`<p>${renderInline(description)}</p>`}${
    limits.length > 0 && html`<p class="limits">${limits.join(', ')}</p>`
  }`;
}

/** What a schema takes, with a link to each schema that has a name. */
export function renderType(schema: JsonObject): HtmlPart {
  const name = nameOf(schema);
  if (name !== undefined) return html`<a href="#/schemas/${name}">${name}</a>`;
  const choices = listOf(schema['anyOf'] ?? schema['oneOf']);
  if (choices.length > 0) return join(choices.map(renderType), ' or ');
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (Array.isArray(schema['enum'])) {
    const values = schema['enum'].map((value): HtmlPart => html`<code>${String(value)}</code>`);
    return join(values, ' | ');
  }
  const types = Array.isArray(schema['type']) ? textsOf(schema['type']) : [schema['type'] ?? 'any'];
  const { format } = schema;
  const named = types.map((type): HtmlPart => {
    if (type === 'array') return ['array of ', renderType(asObject(schema['items']))];
    return type === 'string' && typeof format === 'string' ? format : String(type);
  });
  return join(named, ' or ');
}

function join(parts: readonly HtmlPart[], between: string): HtmlPart {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]));
}

const LIMITS: readonly (readonly [keyword: string, say: (value: string) => string])[] = [
  ['minimum', (value) => `at least ${value}`],
  ['exclusiveMinimum', (value) => `above ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['maxLength', (value) => `at most ${value} characters`],
  ['minItems', (value) => `at least ${value} items`],
  ['maxItems', (value) => `at most ${value} items`],
];

function limitsOf(schema: JsonObject): string[] {
  const { default: given } = schema;
  const limits = LIMITS.flatMap(([keyword, say]) => {
    const value = schema[keyword];
    return value === undefined || value === 0 ? [] : [say(String(value))];
  });
  return given === undefined ? limits : [...limits, `${JSON.stringify(given)} if left out`];
}

interface Flattened {
  readonly properties: Record<string, JsonObject>;
  readonly required: ReadonlySet<string>;
}

/** A schema together with its bases: its own members are more precise than those of a base. */
function flatten(schema: JsonObject, schemas: Schemas): Flattened {
  const bases = listOf(schema['allOf']).map((base) =>
    flatten(schemas[nameOf(base) ?? ''] ?? base, schemas),
  );
  const properties: Record<string, JsonObject> = {};
  for (const base of bases) Object.assign(properties, base.properties);
  for (const [name, property] of Object.entries(asObject(schema['properties']))) {
    properties[name] = { ...properties[name], ...asObject(property) };
  }
  const required = [...textsOf(schema['required']), ...bases.flatMap((it) => [...it.required])];
  return { properties: requiredFirst(properties, required), required: new Set(required) };
}

function requiredFirst(
  properties: Record<string, JsonObject>,
  required: readonly string[],
): Record<string, JsonObject> {
  const rank = ([name]: readonly [string, Json]) => (required.includes(name) ? 0 : 1);
  return Object.fromEntries(Object.entries(properties).sort((a, b) => rank(a) - rank(b)));
}

/** The object type of a member, of its items, or of its non-null variant. */
function objectIn(property: JsonObject, schemas: Schemas): JsonObject | undefined {
  const choices = listOf(property['anyOf'] ?? property['oneOf']);
  const [only = property, ...others] = choices.filter(({ type }) => type !== 'null');
  if (others.length > 0) return undefined;
  if (only['type'] === 'array') return objectIn(asObject(only['items']), schemas);
  const schema = schemas[nameOf(only) ?? ''];
  const hasMembers = schema?.['properties'] !== undefined || schema?.['allOf'] !== undefined;
  return hasMembers ? schema : undefined;
}
