import { asObject, type Json, type JsonObject, parseJson } from './openapi-schemas.ts';

/** Collects parts of a document that several operations may have in common. */
export interface Shelf {
  /** Proposes the name of a part for when it is shared; gives the part back. */
  register(name: string, part: JsonObject): JsonObject;
  /**
   * The document with a reference wherever one of these parts appears at least twice, and the shared
   * parts by their names. A name that is another part's gets a number.
   */
  share(document: JsonObject): { readonly document: JsonObject; readonly shared: JsonObject };
}

/** Starts an empty shelf of one kind of components. */
export function openShelf(kind: 'parameters' | 'responses'): Shelf {
  const names = new Map<string, string>();
  return {
    register: (name, part) => {
      const text = JSON.stringify(part);
      if (!names.has(text)) names.set(text, name);
      return part;
    },
    share: (document) => {
      const counts = new Map<string, number>();
      mapObjects(document, (part) => {
        const text = JSON.stringify(part);
        if (!names.has(text)) return undefined;
        counts.set(text, (counts.get(text) ?? 0) + 1);
        return part;
      });
      const shared = new Map<string, string>();
      for (const [text, name] of names) {
        if ((counts.get(text) ?? 0) > 1) shared.set(freeName(name, shared), text);
      }
      const nameOf = new Map([...shared].map(([name, text]) => [text, name]));
      const referring = mapObjects(document, (part) => {
        const name = nameOf.get(JSON.stringify(part));
        return name === undefined ? undefined : { $ref: `#/components/${kind}/${name}` };
      });
      const byName = [...shared]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, text]) => [name, parseJson(text)]);
      return { document: asObject(referring), shared: Object.fromEntries(byName) };
    },
  };
}

function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}.${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** A copy in which each object that `replace` answers for is replaced, the outermost first. */
function mapObjects(value: Json, replace: (part: JsonObject) => JsonObject | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return (
    replace(value) ??
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, replace)]),
    )
  );
}
