/** A text of its own, or the place and the number of characters of another; a surrogate pair is one, as in PostgreSQL. */
type Part = string | readonly [from: number, length: number];

/** What a text consists of, where much of it stands in another, in the order of the text. */
export type PayloadDifference = readonly Part[];

/** Shorter ones are written out: a copy takes as many characters itself. */
const COPIED_MIN = 16;

/**
 * A payload as its difference from another, of the same members in the same order for the most part.
 * It is put together again by `whole_payload` of the database (`migrations`), to the character.
 */
export function differenceOf(payload: string, other: string): PayloadDifference {
  const parts: (string | { readonly from: number; length: number })[] = [];
  let at = 0;
  for (const member of membersOf(payload)) {
    const last = parts.at(-1);
    const found = member.length < COPIED_MIN ? -1 : other.indexOf(member, at);
    if (found >= 0 && typeof last === 'object' && last.from + last.length === found) {
      last.length += member.length;
    } else if (found >= 0) parts.push({ from: found, length: member.length });
    else if (typeof last === 'string') parts[parts.length - 1] = last + member;
    else parts.push(member);
    if (found >= 0) at = found + member.length;
  }
  return parts.map((part) =>
    typeof part === 'string'
      ? part
      : [
          charactersIn(other.slice(0, part.from)) + 1,
          charactersIn(other.slice(part.from, part.from + part.length)),
        ],
  );
}

/** A text in pieces that end where a member of JSON may; any text can be cut there. */
function membersOf(json: string): readonly string[] {
  return json.split(/(?<=,)(?=")/);
}

function charactersIn(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
