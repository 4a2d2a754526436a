import { createHash } from 'node:crypto';

/** A step that a platform made, as it sends it. */
export interface JourneyEventInput {
  /** The platform's own word. */
  readonly status: string;
  /** A human decimal. */
  readonly amount: string;
  readonly processedAt: Date;
  readonly currency: string | undefined;
  readonly txReference: string | undefined;
  readonly rawPayload: unknown;
  /** The account of the platform that goes on. */
  readonly nextProcessorId: string | undefined;
}

/** What distinguishes events of one platform in a journey: all that was sent, whatever the order of members is. */
export function contentHash(input: JourneyEventInput): Buffer {
  const { status, amount, processedAt, currency, txReference, rawPayload, nextProcessorId } = input;
  const parts = [status, amount, processedAt.toISOString(), currency, txReference, nextProcessorId];
  const text = JSON.stringify([parts.map((part) => part ?? null), sorted(rawPayload ?? null)]);
  return createHash('sha256').update(text).digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // A list in an object, so that it is the form of no list.
  return { members: entries.map(([name, member]) => [name, sorted(member)]) };
}
