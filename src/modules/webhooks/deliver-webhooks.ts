import type { Context } from '#context.ts';
import { type Clock, elapsedMs } from '#kit/clock.ts';
import { invariant, Outage } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import type { Sealed } from '#kit/secret.ts';
import type { OutboundPoster } from '#platform/outbound/outbound.ts';
import { type Backlog, openBacklog } from './model/backlog.ts';
import { attemptHeaders, type HeaderRules } from './model/headers.ts';
import { type Lanes, openLanes } from './model/lanes.ts';
import { judgeAttempt } from './model/retry-schedule.ts';
import { webhookDeliveryMachine } from './model/status.ts';
import { type ClaimedDelivery, claimDeliveries } from './store/deliveries.ts';
import { type EndWriter, openEndWriter } from './write-ends.ts';

/** What a deliverer is made of. */
export interface DelivererParts {
  readonly outbound: OutboundPoster;
  /** For one attempt, from connecting to the end of the answer. */
  readonly timeoutMs: number;
  /** The waits before the second and each later attempt. */
  readonly delaysMs: readonly number[];
  /**
   * How long a claimed delivery may wait behind others of its endpoint; storing its end may take as
   * long again. A killed process delays what it had claimed by both.
   */
  readonly leaseSlackMs: number;
  readonly headers: HeaderRules;
  /** When an attempt says that it was signed; by default the time of its start. */
  readonly signedAt?: Clock | undefined;
  /** After so long of nothing but failures an endpoint is switched off; 0 is never. */
  readonly switchOffAfterMs: number;
}

/** Delivers what is due, in the background, until it is drained. */
export interface Deliverer {
  /** Claims what is due and begins it; returns how many it claimed, without waiting for the ends. */
  begin(ctx: Context): Promise<number>;
  /**
   * Lets `store` add deliveries of which some are claimed from the beginning, and begins those that it returns. So the first
   * attempt needs no claim, which would be another wait and would write the row again.
   */
  fill(ctx: Context, store: (leases: Leases) => Promise<readonly ClaimedDelivery[]>): Promise<void>;
  /** Begins nothing more and waits for what is under way and its being written down. */
  drain(ctx: Context): Promise<void>;
}

/** Which of the deliveries that are about to be added are attempted by this process at once. */
interface Leases {
  /** Takes a place in the lane of an endpoint; returns until when, or undefined where the delivery must be claimed. */
  lease(endpointId: string): Date | undefined;
}

/** After a failure to store the end of an attempt, it is tried again this much later. */
const WRITE_AGAIN_MS = 500;

/** What the metrics call all receivers together. */
const DESTINATION = 'webhooks';

/** The longest text of a failure that is stored; it may contain a foreign server name. */
const FAILURE_CHARACTERS_MAX = 200;

interface Claim {
  readonly delivery: ClaimedDelivery;
  /** On the clock of `elapsedMs`; begun later, the attempt might outlive its lease. */
  readonly beginBefore: number;
}

/**
 * Creates a deliverer. An endpoint that hangs delays only itself: each has its own lane, attempts
 * run in parallel, and whenever one ends another begins.
 */
export function openDeliverer(parts: DelivererParts): Deliverer {
  const state: State = {
    parts,
    opened: new WeakMap(),
    lanes: openLanes(),
    waiting: new Map(),
    crowded: false,
    running: new Set(),
    filling: new Set(),
    timers: new Set(),
    ends: openEndWriter({
      switchOffAfterMs: parts.switchOffAfterMs,
      tryAgainLater: (ctx) => wakeAfter(ctx, state, WRITE_AGAIN_MS),
    }),
    claiming: undefined,
    claimAgain: false,
    backlog: openBacklog(),
    draining: false,
  };
  return {
    begin: (ctx) => claimAndBegin(ctx, state),
    fill: (ctx, store) => {
      const filling = fill(ctx, state, store).finally(() => state.filling.delete(filling));
      state.filling.add(filling);
      return filling;
    },
    drain: async (ctx) => {
      state.draining = true;
      for (const timer of state.timers) clearTimeout(timer);
      await Promise.allSettled(state.filling);
      state.waiting.clear();
      await state.claiming?.catch(() => undefined);
      while (state.running.size > 0) await Promise.all(state.running);
      await state.ends.drain(ctx);
    },
  };
}

interface State {
  readonly parts: DelivererParts;
  /** Opened secrets, for as long as a delivery of their claim is waiting: opening one costs more than signing. */
  readonly opened: WeakMap<Sealed, string>;
  readonly lanes: Lanes;
  /** By endpoint, the least recently served first. */
  readonly waiting: Map<string, Claim[]>;
  /** Whether some lane had to wait only because so many are under way in all. */
  crowded: boolean;
  readonly running: Set<Promise<void>>;
  readonly filling: Set<Promise<void>>;
  readonly timers: Set<NodeJS.Timeout>;
  readonly ends: EndWriter;
  claiming: Promise<number> | undefined;
  claimAgain: boolean;
  /** Where it is not empty, an ended attempt allows another claim, and what is new waits for one. */
  readonly backlog: Backlog;
  draining: boolean;
}

/** One claim runs at a time; a request for another during it leads to one more. */
async function claimAndBegin(ctx: Context, state: State): Promise<number> {
  if (state.draining) return 0;
  if (state.claiming !== undefined) {
    state.claimAgain = true;
    return 0;
  }
  state.claimAgain = false;
  state.claiming = claim(ctx, state);
  try {
    return await state.claiming;
  } finally {
    state.claiming = undefined;
    if (state.claimAgain) refill(ctx, state);
  }
}

async function claim(ctx: Context, state: State): Promise<number> {
  const { lanes, parts } = state;
  const now = ctx.now();
  const beginBefore = elapsedMs() + parts.leaseSlackMs;
  const leaseUntil = leaseFrom(now, parts);
  const capacity = lanes.capacity();
  if (capacity.limit === 0) {
    state.backlog.claimed([], capacity);
    return 0;
  }
  const claimed = await claimDeliveries(ctx, { now, leaseUntil, ...capacity });
  state.backlog.claimed(
    claimed.map(({ endpointId }) => endpointId),
    capacity,
  );
  for (const delivery of claimed) {
    lanes.claimed(delivery.endpointId);
    addWaiting(state, { delivery, beginBefore });
  }
  beginWaiting(ctx, state, [...state.waiting.keys()]);
  return claimed.length;
}

async function fill(
  ctx: Context,
  state: State,
  store: (leases: Leases) => Promise<readonly ClaimedDelivery[]>,
): Promise<void> {
  const { backlog, lanes, parts } = state;
  const beginBefore = elapsedMs() + parts.leaseSlackMs;
  const leaseUntil = leaseFrom(ctx.now(), parts);
  const taken: string[] = [];
  let begun: readonly ClaimedDelivery[] = [];
  const lease = (endpointId: string) => {
    // Where others wait already, what is new waits behind them.
    if (state.draining || backlog.has(endpointId)) return undefined;
    if (state.waiting.has(endpointId) || !lanes.hasPlace(endpointId)) {
      backlog.add(endpointId);
      return undefined;
    }
    lanes.claimed(endpointId);
    taken.push(endpointId);
    return leaseUntil;
  };
  try {
    begun = await store({ lease });
  } finally {
    // What another process filled, or an endpoint that is off, needs no place.
    const left = [...taken];
    for (const { endpointId } of begun) left.splice(left.indexOf(endpointId), 1);
    for (const endpointId of left) lanes.released(endpointId);
  }
  for (const delivery of begun) addWaiting(state, { delivery, beginBefore });
  for (const endpointId of new Set(taken)) beginLane(ctx, state, endpointId);
  state.crowded = lanes.isFull();
}

/** Until when an attempt of now is ours. */
function leaseFrom(now: Date, { timeoutMs, leaseSlackMs }: DelivererParts): Date {
  return new Date(now.getTime() + timeoutMs + leaseSlackMs * 2);
}

function addWaiting(state: State, claim: Claim): void {
  const { endpointId } = claim.delivery;
  const lane = state.waiting.get(endpointId) ?? [];
  lane.push(claim);
  state.waiting.set(endpointId, lane);
}

/** Begins the next attempts of these lanes, until the limit of running attempts. */
function beginWaiting(ctx: Context, state: State, endpointIds: readonly string[]): void {
  if (state.draining) return;
  for (const endpointId of endpointIds) {
    if (state.lanes.isFull()) break;
    beginLane(ctx, state, endpointId);
  }
  state.crowded = state.lanes.isFull();
}

/** Within a lane the order is that in which it was claimed; what is left of it is served last. */
function beginLane(ctx: Context, state: State, endpointId: string): void {
  const lane = state.waiting.get(endpointId) ?? [];
  beginClaims(ctx, state, lane);
  state.waiting.delete(endpointId);
  if (lane.length > 0) state.waiting.set(endpointId, lane);
}

function beginClaims(ctx: Context, state: State, lane: Claim[]): void {
  for (let claim = lane[0]; claim !== undefined; claim = lane[0]) {
    const { endpointId } = claim.delivery;
    const late = elapsedMs() > claim.beginBefore;
    if (!late && !state.lanes.mayBegin(endpointId)) return;
    lane.shift();
    if (late) {
      // Another process may claim it before an attempt would end; it is due again after its lease.
      state.lanes.released(endpointId);
      continue;
    }
    state.lanes.begun(endpointId);
    const running = attempt(ctx, state, claim.delivery);
    state.running.add(running);
    void running.finally(() => state.running.delete(running));
  }
}

async function attempt(ctx: Context, state: State, delivery: ClaimedDelivery): Promise<void> {
  const startedAt = ctx.now();
  const start = elapsedMs();
  const outcome = await post(ctx, state, { delivery, startedAt });
  const durationMs = Math.round(elapsedMs() - start);
  const verdict = judgeAttempt(
    { retryCount: delivery.attempts, status: outcome.status },
    state.parts.delaysMs,
  );
  const status = next(webhookDeliveryMachine, 'pending', verdict.event);
  invariant(status !== undefined, 'every verdict applies to a pending delivery');
  const now = ctx.now();
  measureAttempt(ctx, delivery, verdict.event);
  state.ends.add(ctx, {
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    isTest: delivery.isTest,
    retryCount: delivery.attempts,
    startedAt,
    durationMs,
    responseStatus: outcome.status ?? null,
    failure: outcome.failure?.slice(0, FAILURE_CHARACTERS_MAX) ?? null,
    excerpt: outcome.excerpt,
    status,
    dueAt: new Date(now.getTime() + (verdict.waitMs ?? 0)),
    finishedAt: verdict.waitMs === undefined ? now : null,
  });
  state.lanes.ended(delivery.endpointId, outcome.status && durationMs);
  if (verdict.waitMs !== undefined) wakeAfter(ctx, state, verdict.waitMs);
  // Only when all were too many does the place that is free now belong to another lane.
  beginWaiting(ctx, state, state.crowded ? [...state.waiting.keys()] : [delivery.endpointId]);
  if (!state.backlog.isEmpty() && state.lanes.runsLow(delivery.endpointId)) refill(ctx, state);
}

/** Records the metrics of an attempt: its result, and the time since the event. */
function measureAttempt(ctx: Context, delivery: ClaimedDelivery, outcome: string): void {
  const { eventType: event, createdAt } = delivery;
  ctx.meter.count('webhook_deliveries_total', { event, outcome });
  if (outcome !== 'accepted') return;
  const seconds = (ctx.now().getTime() - createdAt.getTime()) / 1000;
  ctx.meter.observe('webhook_delivery_seconds', { event }, seconds);
}

/** An attempt under way. */
interface Begun {
  readonly delivery: ClaimedDelivery;
  readonly startedAt: Date;
}

interface Outcome {
  readonly status: number | undefined;
  readonly failure: string | undefined;
  readonly excerpt: string | null;
}

async function post(ctx: Context, state: State, begun: Begun): Promise<Outcome> {
  const { parts } = state;
  const { id, body, url } = begun.delivery;
  const nothing = { status: undefined, excerpt: null };
  try {
    const headers = headersOf(ctx, state, begun);
    const { timeoutMs } = parts;
    const answer = await parts.outbound.post({
      destination: DESTINATION,
      url,
      headers,
      body,
      timeoutMs,
    });
    return { status: answer.status, failure: undefined, excerpt: answer.excerpt || null };
  } catch (error) {
    if (error instanceof Outage) return { ...nothing, failure: error.message };
    ctx.log.error({ err: error, deliveryId: id }, 'a webhook could not be sent');
    return { ...nothing, failure: 'it could not be sent' };
  }
}

function headersOf(ctx: Context, { parts, opened }: State, { delivery, startedAt }: Begun) {
  const { id, oldSecrets } = delivery;
  const signing = oldSecrets.filter(({ until }) => until > startedAt);
  const open = (sealed: Sealed): string => {
    const plain = opened.get(sealed) ?? ctx.vault.open(sealed);
    opened.set(sealed, plain);
    return plain;
  };
  const input = {
    deliveryId: id,
    retryCount: delivery.attempts,
    at: parts.signedAt?.() ?? startedAt,
    body: delivery.body,
    secret: open(delivery.secret),
    oldSecrets: signing.map(({ secret }) => open(secret)),
    isTest: delivery.isTest,
    replayOf: delivery.replayOf,
  };
  return attemptHeaders(input, parts.headers);
}

/** Claims again when a retry is due, so that it does not wait for the next run of the sweep. */
function wakeAfter(ctx: Context, state: State, milliseconds: number): void {
  if (state.draining) return;
  const timer = setTimeout(() => {
    state.timers.delete(timer);
    state.ends.flush(ctx);
    refill(ctx, state);
  }, milliseconds);
  state.timers.add(timer);
}

/** Claims in the background; a failure is logged, and the next run of the sweep tries again. */
function refill(ctx: Context, state: State): void {
  claimAndBegin(ctx, state).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'due webhooks could not be claimed');
  });
}
