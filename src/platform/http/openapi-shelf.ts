import type { JsonObject } from './openapi-schemas.ts';

/** Collects what many operations of a document say in the same words. */
export interface Shelf {
  /**
   * A reference to the shared part of this name; the part itself where the name is another part's.
   * Names are given in the order of asking, so a document asks in an order of its own.
   */
  place(name: string, part: JsonObject): JsonObject;
  /** All shared parts so far, sorted by name. */
  shared(): JsonObject;
}

/** Starts an empty shelf of one kind of components. */
export function openShelf(kind: 'examples' | 'parameters' | 'responses'): Shelf {
  const parts = new Map<string, { readonly part: JsonObject; readonly text: string }>();
  return {
    place: (name, part) => {
      const text = JSON.stringify(part);
      const known = parts.get(name);
      if (known !== undefined && known.text !== text) return part;
      parts.set(name, { part, text });
      return { $ref: `#/components/${kind}/${name}` };
    },
    shared: () =>
      Object.fromEntries(
        [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { part }]) => [name, part]),
      ),
  };
}
