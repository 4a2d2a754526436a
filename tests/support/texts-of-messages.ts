/** Each text of a catalogue with its key; of one that is made of others what stands around them. */
export function textsOfMessages(value: unknown, key = ''): (readonly [string, string])[] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value === 'function') {
    const made: unknown = value('\u0000', '\u0000', '\u0000');
    return String(made)
      .split('\u0000')
      .map((text, at) => [`${key} ${at}`, text.trim()]);
  }
  return Object.entries(value ?? {}).flatMap(([name, one]) =>
    textsOfMessages(one, `${key}.${name}`),
  );
}
