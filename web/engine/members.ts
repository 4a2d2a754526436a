/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A member of a value that may be anything. */
export function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** A member that is a list; an empty one where it is missing. */
export function list(body: unknown, name: string): readonly unknown[] {
  const found = member(body, name);
  return Array.isArray(found) ? found : [];
}

/** The members of a body that are texts, out of those named. */
export function texts<Name extends string>(
  body: unknown,
  names: readonly Name[],
): { [N in Name]?: string } {
  const found: { [N in Name]?: string } = {};
  for (const name of names) {
    const value = member(body, name);
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Leaves out members that are undefined, so that a missing one is missing. */
export function dropEmpty<T extends object>(value: T): Partial<Present<T>> {
  const kept: Partial<Present<T>> = {};
  const members: readonly [string, unknown][] = Object.entries(value);
  for (const [name, one] of members) if (one !== undefined) Reflect.set(kept, name, one);
  return kept;
}
