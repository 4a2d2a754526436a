import { z } from 'zod';

/** A column of a table of items. */
export interface Column {
  /** Names of members, joined by dots: `request.reference`. */
  readonly name: string;
  readonly path: readonly string[];
}

/** The columns of items of this schema, in its order: one for each member, and for each member of an object within. */
export function columnsOf(schema: z.ZodType, path: readonly string[] = []): readonly Column[] {
  const inner = withoutWrappers(schema);
  if (!(inner instanceof z.ZodObject)) return [{ name: path.join('.'), path }];
  return Object.entries<z.ZodType>(inner.shape).flatMap(([name, member]) =>
    columnsOf(member, [...path, name]),
  );
}

/** The text of a cell: empty for what is null or missing, JSON for a list. */
export function cellOf(item: unknown, { path }: Column): string {
  let value = item;
  for (const name of path) value = memberOf(value, name);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** What a member holds where it is there. */
function withoutWrappers(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? withoutWrappers(inner) : schema;
  }
  return schema;
}
