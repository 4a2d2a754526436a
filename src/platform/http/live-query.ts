import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kit/actor.ts';
import { type BackOff, openBackOff } from '#kit/back-off.ts';
import { elapsedMs } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Listening } from '../db/listen.ts';
import type { Log } from '../log.ts';
import { openWakeUp, type WakeUp } from '../wake-up.ts';

/** How the callers of an endpoint wait for what is not there yet. */
export interface LiveQuery<Query, Answer> {
  /** Notified whenever there is something new. */
  readonly channel: string;
  /** The payload of the notifications that wake this call. */
  subjectOf(actor: Actor): string;
  /** How long a caller who takes no stream wants to wait, at most `WAIT_SECONDS_MAX`. */
  waitSecondsOf(query: Query): number;
  /** The same question, from a place on. */
  from(query: Query, cursor: string): Query;
  /** The items of an answer. */
  foundIn(answer: Answer): Found;
}

/** What was found at one poll, and where the next begins. */
interface Found {
  readonly items: readonly { readonly cursor: string; readonly data: unknown }[];
  readonly nextCursor: string;
  /** Whether the next poll finds more at once. */
  readonly hasMore: boolean;
}

/** Half of the minute after which common proxies give up. */
export const WAIT_SECONDS_MAX = 30;

/** Proxies and browsers hang up on what is silent for a minute; this is a quarter. */
const HEARTBEAT_MS = 15_000;

/** How long a stream lasts: a reconnecting caller is authorized again after this. */
const STREAM_MS_MAX = 5 * 60_000;

/** When a client comes again after its stream ended, in milliseconds. */
const COME_AGAIN_MS = 1_000;

/** How long a client that stopped reading has to read the rest. */
const GRACE_MS = 1_000;

/** How many calls a process keeps open: each costs a socket and a poll now and then. */
const HELD_MAX = 1_000;

/** So that no account uses all of those; an account reads events with a few processes. */
const HELD_BY_ONE_MAX = 20;

/** The first poll after a notification; it doubles while an older transaction still hides the events. */
const POLL_AGAIN_MS = 50;

/** The interval of polls without a notification, in case one is lost. */
const SLOW_POLL_MS = 5_000;

interface OpenConnectionsParts {
  readonly wake: Listening['wake'];
  readonly log: Log;
  /** Aborts when the host closes, which ends all waiting. */
  readonly closing: AbortSignal;
}

/** One call that may be held open. */
interface WaitingCall {
  readonly request: FastifyRequest;
  readonly channel: string;
  readonly subject: string;
  /** Reads from a cursor on, or from where the call itself begins. */
  poll(cursor?: string): Promise<Found>;
}

/** Keeps calls open until there is something to send. */
export interface OpenConnections {
  /** Resolves when a poll finds something, or after `waitSeconds`; at once where too many wait. */
  wait(waitingCall: WaitingCall, waitSeconds: number): Promise<void>;
  /** Answers with server-sent events. Refuses (429) a caller with too many open, and fails when the process has too many. */
  stream(waitingCall: WaitingCall, reply: FastifyReply): Promise<FastifyReply>;
}

/** 429: one account holds as many streams as it may. */
export function tooManyStreams(): Refusal {
  return new Refusal('too_many_streams', 429, {
    message: `An account may hold ${HELD_BY_ONE_MAX} streams; close one of them`,
    retryAfterSeconds: COME_AGAIN_MS / 1000,
  });
}

/** Whether a caller takes an answer as server-sent events. */
export function takesStream({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/event-stream') === true;
}

/** Opens the connection slots of one host. */
export function openConnectionSlots({ wake, log, closing }: OpenConnectionsParts): OpenConnections {
  const bySubject = new Map<string, number>();
  let taken = 0;
  const acquireSlot = (subject: string) => {
    taken += 1;
    bySubject.set(subject, (bySubject.get(subject) ?? 0) + 1);
    return () => {
      taken -= 1;
      const left = (bySubject.get(subject) ?? 1) - 1;
      if (left > 0) bySubject.set(subject, left);
      else bySubject.delete(subject);
    };
  };
  const isFull = () => taken >= HELD_MAX;
  const hasEnough = (subject: string) => (bySubject.get(subject) ?? 0) >= HELD_BY_ONE_MAX;

  const open = ({ request, channel, subject }: WaitingCall): ConnectionSlot => {
    const over = new AbortController();
    const end = () => over.abort();
    closing.addEventListener('abort', end);
    request.raw.socket.once('close', end);
    if (closing.aborted) end();
    const wakeUp = openWakeUp(over.signal);
    const backOff = openBackOff({ firstMs: POLL_AGAIN_MS, mostMs: SLOW_POLL_MS });
    backOff.setLongest();
    const unsubscribe = wake(channel, (text) => {
      if (text !== '' && text !== subject) return;
      backOff.reset();
      wakeUp.notify();
    });
    const releaseSlot = acquireSlot(subject);
    return {
      over,
      wakeUp,
      backOff,
      leave: () => {
        unsubscribe();
        releaseSlot();
        closing.removeEventListener('abort', end);
        request.raw.socket.off('close', end);
      },
    };
  };

  return {
    wait: async (waitingCall, waitSeconds) => {
      if (isFull() || hasEnough(waitingCall.subject)) return;
      const slot = open(waitingCall);
      try {
        const endAt = elapsedMs() + waitSeconds * 1000;
        // Each poll continues where the last one ended: "now" is the moment of the call.
        for (let cursor: string | undefined; !slot.over.signal.aborted; ) {
          const { items, nextCursor } = await waitingCall.poll(cursor);
          const leftMs = endAt - elapsedMs();
          if (items.length > 0 || leftMs <= 0) return;
          cursor = nextCursor;
          await restOn(slot, leftMs);
        }
      } finally {
        slot.leave();
      }
    },
    stream: async (waitingCall, reply) => {
      if (hasEnough(waitingCall.subject)) throw tooManyStreams();
      if (isFull()) throw new Outage(`this process holds ${HELD_MAX} calls, which is all it may`);
      const slot = open(waitingCall);
      const first = await waitingCall.poll().catch((error: unknown) => {
        slot.leave();
        throw error;
      });
      const stream = Readable.from(sendEvents(waitingCall, first, { ...slot, log }), {
        highWaterMark: 1,
      });
      endInTime(stream, reply.raw, slot);
      // The socket closes with the stream, so that a host which closes need not wait for it.
      reply.headers({ connection: 'close', 'x-accel-buffering': 'no' });
      return reply.type('text/event-stream; charset=utf-8').send(stream);
    },
  };
}

/** A call that is held. */
interface ConnectionSlot {
  /** Aborts when the caller hung up, the host closes or the stream has lived long enough. */
  readonly over: AbortController;
  readonly wakeUp: WakeUp;
  /** How long the next pause lasts when nothing wakes it. */
  readonly backOff: BackOff;
  leave(): void;
}

/** Waits for a notification; its event may not be visible yet, so the next pauses are short. */
async function restOn({ wakeUp, backOff }: ConnectionSlot, atMostMs: number): Promise<void> {
  await wakeUp.rest(Math.min(backOff.next(), atMostMs));
}

/**
 * A stream ends by itself when it is over; a client that reads no more is left after a while, also with what was written and waits
 * for its reader.
 */
function endInTime(stream: Readable, response: ServerResponse, slot: ConnectionSlot): void {
  const { over, leave } = slot;
  const life = setTimeout(() => over.abort(), STREAM_MS_MAX);
  let grace: NodeJS.Timeout | undefined;
  const leaveSoon = () => {
    grace = setTimeout(() => response.destroy(), GRACE_MS);
  };
  // The host may have closed while the first poll was under way; no event follows.
  if (over.signal.aborted) leaveSoon();
  else over.signal.addEventListener('abort', leaveSoon);
  stream.once('close', () => {
    clearTimeout(life);
    over.abort();
    leave();
  });
  response.once('close', () => clearTimeout(grace));
}

/** The blocks of a stream, each at most one poll long, so that a slow reader delays the polls. */
async function* sendEvents(
  { poll }: WaitingCall,
  first: Found,
  slot: ConnectionSlot & { readonly log: Log },
): AsyncGenerator<string> {
  let found = first;
  let sent = '';
  let spokenAt = 0;
  yield `retry: ${COME_AGAIN_MS}\n\n`;
  try {
    for (;;) {
      const { items, nextCursor } = found;
      const text = items.map(blockOf).join('') + (sent === nextCursor ? '' : idBlock(nextCursor));
      if (items.length > 0 || sent === '') {
        sent = nextCursor;
        spokenAt = elapsedMs();
        yield text;
      } else if (elapsedMs() - spokenAt >= HEARTBEAT_MS) {
        sent = nextCursor;
        spokenAt = elapsedMs();
        yield `: still here\n${idBlock(nextCursor)}`;
      }
      if (!found.hasMore) await restOn(slot, spokenAt + HEARTBEAT_MS - elapsedMs());
      if (slot.over.signal.aborted) return;
      found = await poll(nextCursor);
    }
  } catch (error) {
    // The answer has begun, so it can only end; the client comes again to where it was.
    slot.log.warn({ err: error }, 'a stream ended early');
  }
}

function blockOf({ cursor, data }: Found['items'][number]): string {
  return `id: ${cursor}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Without data it is no event: clients only note where they are. */
function idBlock(cursor: string): string {
  return `id: ${cursor}\n\n`;
}
