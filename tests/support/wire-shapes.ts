import { readFileSync } from 'node:fs';
import { getAddress, isAddress } from 'viem';
import { z } from 'zod';

/** What an answer may look like, as `wire-shapes.txt` writes it down. */
type Shape =
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'name'; readonly literal: string }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'either'; readonly of: readonly Shape[] }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Field> };
interface Field {
  readonly optional: boolean;
  readonly shape: Shape;
}

const text = (rule: RegExp) => (value: unknown) => typeof value === 'string' && rule.test(value);

/** The words that stand for more than themselves, and what fits them. */
const LITERALS: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isSafeInteger(value),
  string: (value) => typeof value === 'string',
  ulid: text(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  requestId: text(/^01[0-9a-f]{64}$/),
  reference: text(/^0x[0-9a-f]{16}$/),
  hash: text(/^0x[0-9a-f]{64}$/),
  hex: text(/^0x[0-9a-f]+$/),
  address: (value) => typeof value === 'string' && isAddress(value) && getAddress(value) === value,
  time: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  decimal: text(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/),
  units: text(/^(?:0|[1-9]\d*)$/),
  url: text(/^https?:\/\/\S+$/),
};

const TOKEN = /"[^"]*"|ours:|[\w-]+|[{}[\]|?:*]/g;

/** Reads one shape from the front of a list of tokens and takes it away. */
function readShape(tokens: string[]): Shape {
  const either = [readTerm(tokens)];
  while (tokens[0] === '|') {
    tokens.shift();
    either.push(readTerm(tokens));
  }
  const [only] = either;
  return either.length === 1 && only !== undefined ? only : { kind: 'either', of: either };
}

function readTerm(tokens: string[]): Shape {
  const first = tokens.shift() ?? '';
  if (first === '[') {
    const of = readShape(tokens);
    tokens.shift();
    return { kind: 'list', of };
  }
  if (first.startsWith('"')) return { kind: 'literal', value: first.slice(1, -1) };
  if (/^\d+$/.test(first)) return { kind: 'literal', value: Number(first) };
  if (first !== '{') return { kind: 'name', literal: first };
  if (tokens[0] === '*') {
    tokens.splice(0, 2);
    const of = readShape(tokens);
    tokens.shift();
    return { kind: 'map', of };
  }
  const fields = new Map<string, Field>();
  while (tokens[0] !== '}') {
    if (tokens[0] === 'ours:') tokens.shift();
    const name = tokens.shift();
    if (name === undefined) throw new Error('a shape does not end');
    const optional = tokens[0] === '?';
    tokens.splice(0, optional ? 2 : 1);
    fields.set(name, { optional, shape: readShape(tokens) });
  }
  tokens.shift();
  return { kind: 'object', fields };
}

/** Every shape of the file, by its name: a word, or the call and the status that it answers. */
const SHAPES: ReadonlyMap<string, Shape> = new Map(
  readFileSync(new URL('../conformance/wire-shapes.txt', import.meta.url), 'utf8')
    .split(/\n(?=[A-Z0-9][^\n]* = )/)
    .slice(1)
    .map((part) => {
      const at = part.indexOf(' = ');
      return [part.slice(0, at), readShape(part.slice(at + 3).match(TOKEN) ?? [])];
    }),
);

/**
 * Where a value does not fit a named shape, and how; nothing where it fits. Of several shapes the
 * nearest one is reported.
 */
export function misfitsOf(name: string, value: unknown): readonly string[] {
  const shape = SHAPES.get(name);
  if (shape === undefined) throw new Error(`wire-shapes.txt has no ${name}`);
  return misfits(shape, value, '');
}

function misfits(shape: Shape, value: unknown, at: string): readonly string[] {
  switch (shape.kind) {
    case 'literal':
      return shape.value === value ? [] : [`${at} is ${JSON.stringify(value)}, not ${shape.value}`];
    case 'name':
      return misfitsOfLiteral(shape.literal, value, at);
    case 'either': {
      const all = shape.of.map((one) => misfits(one, value, at));
      return all.reduce((least, one) => (one.length < least.length ? one : least));
    }
    case 'list':
      return Array.isArray(value)
        ? value.flatMap((one, i) => misfits(shape.of, one, `${at}[${i}]`))
        : [`${at} is no list`];
    default:
      return misfitsOfObject(shape, value, at);
  }
}

function misfitsOfLiteral(literal: string, value: unknown, at: string): readonly string[] {
  const named = SHAPES.get(literal);
  if (named !== undefined) return misfits(named, value, at);
  const fits = LITERALS[literal];
  const isFit = fits === undefined ? value === literal : fits(value);
  return isFit ? [] : [`${at} is ${JSON.stringify(value)}, not ${literal}`];
}

function misfitsOfObject(
  shape: Extract<Shape, { readonly kind: 'object' | 'map' }>,
  value: unknown,
  at: string,
): readonly string[] {
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(value);
  if (!success) return [`${at} is no object`];
  if (shape.kind === 'map') {
    return Object.entries(data).flatMap(([name, one]) => misfits(shape.of, one, `${at}.${name}`));
  }
  const known = [...shape.fields].flatMap(([name, field]) => {
    if (name in data) return misfits(field.shape, data[name], `${at}.${name}`);
    return field.optional ? [] : [`${at}.${name} is missing`];
  });
  const unknown = Object.keys(data).filter((name) => !shape.fields.has(name));
  return [...known, ...unknown.map((name) => `${at}.${name} is written down nowhere`)];
}
