import { invariant } from '#kit/failure.ts';

/** A body, and the event type that stands in it. */
interface TypedBody {
  readonly type: string;
  readonly body: string;
}

/** An event as it is stored. */
interface StoredEvent {
  readonly type: string;
  readonly payload: string;
}

/** Where a body differs from the payload of its event. Each is exactly the text before its type, the type, the copy and the end. */
interface Difference {
  readonly textBeforeType: string;
  /** The first character of the payload that is copied, counted from 1 as PostgreSQL does: a surrogate pair is one. */
  readonly copiedFrom: number;
  readonly copiedLength: number;
  readonly textAtEnd: string;
}

/** What bodies of several types have in common. */
export interface SharedBody extends Difference {
  readonly types: readonly string[];
}

/** The bodies of an event, as what differs from its payload; those that differ from each other in their type alone are one. */
export function shareBodies(
  event: StoredEvent,
  bodies: readonly TypedBody[],
): readonly SharedBody[] {
  const shared: (SharedBody & { readonly types: string[] })[] = [];
  for (const { type, body } of bodies) {
    const difference = differenceOf(event, type, body);
    const equal = shared.find(
      (one) =>
        one.textBeforeType === difference.textBeforeType &&
        one.copiedFrom === difference.copiedFrom &&
        one.copiedLength === difference.copiedLength &&
        one.textAtEnd === difference.textAtEnd,
    );
    if (equal === undefined) shared.push({ types: [type], ...difference });
    else equal.types.push(type);
  }
  return shared;
}

function differenceOf(event: StoredEvent, type: string, body: string): Difference {
  const at = startOfType(body, type);
  invariant(at !== undefined, `a body of ${type} says so`);
  const rest = body.slice(at + type.length);
  const payloadAt = startOfType(event.payload, event.type);
  const from = payloadAt === undefined ? 0 : payloadAt + event.type.length;
  const copied = payloadAt === undefined ? '' : commonStart(rest, event.payload.slice(from));
  return {
    textBeforeType: body.slice(0, at),
    copiedFrom: charactersIn(event.payload.slice(0, from)) + 1,
    copiedLength: charactersIn(copied),
    textAtEnd: rest.slice(copied.length),
  };
}

/** Within a string of JSON a quote follows a backslash, so what is found is a member `event` itself. */
function startOfType(json: string, type: string): number | undefined {
  const member = '"event":"';
  const at = json.indexOf(`${member}${type}"`);
  return at < 0 ? undefined : at + member.length;
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  const start = one.slice(0, length);
  // Two characters may have the first half in common.
  return start.isWellFormed() ? start : start.slice(0, -1);
}

function charactersIn(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
