/** What a text of JSON is made of, as far as names are concerned: strings and brackets. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * A name that an object of this JSON has twice, or undefined. Parsers keep one of the two values, and
 * not all of them the same one. The text must already have passed a JSON parser.
 */
export function repeatedName(text: string): string | undefined {
  // A list has no names, and its set stays empty.
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = token;
    else {
      const name = nameOf(last);
      const names = open.at(-1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** Escapes are other spellings of the same name. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

/** Whether no text and no name of a parsed value holds half of a surrogate pair. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each));
}

/**
 * A name in this text by which an object would get another prototype, as people write it; undefined where
 * there is none, or where the text is no JSON.
 */
export function unsafeNameOf(text: string): string | undefined {
  let found: string | undefined;
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (name === '__proto__') found ??= '"__proto__"';
      const isConstructor = name === 'constructor' && typeof value === 'object' && value !== null;
      if (isConstructor && Object.hasOwn(value, 'prototype')) {
        found ??= '"constructor" with a "prototype"';
      }
      return value;
    });
  } catch {
    return undefined;
  }
  return found;
}
