import { readCalldata } from '../../api/read-calldata.ts';
import { list, texts } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { pause } from '../../engine/wait.ts';
import { LOCALE } from '../../ui/messages/en/language.ts';
import { readRawTransaction } from '../../wallet/tron/raw-transaction.ts';
import { tronMessages as messages } from '../messages/en/tron.ts';
import { dropPayment, moveFees } from '../move-fees.ts';
import type { At, Relay } from '../page-state.ts';
import type { World } from '../world.ts';
import { relaySigned } from './relay-signed.ts';
import { keepListed, readSigned } from './signed-transactions.ts';

/** How often the API is asked how a transaction got on: as long as a block takes. */
export const POLL_MS = 3_000;

/** How long after its expiry no block can hold a transaction any more, not even one that is not solidified yet. */
export const SOLIDIFIED_MS = 3 * 60_000;

/**
 * Hands a signed approval, or one payment of several, to the network, and waits until the API no longer asks for it.
 * Such a payment is offered again only once the network is past its expiry.
 */
export async function followTronApproval(world: World, state: At<'approving'>): Promise<void> {
  const { hash, part, payer } = state;
  const kept = readSigned(world.config.token, hash);
  const followed: Followed = {
    expirationMs: kept?.expirationMs ?? Date.now(),
    owner: payer.address,
    isPayment: part?.hash === hash,
  };
  const taken = kept && (await relaySigned(world, kept, () => undefined));
  const outcome =
    taken?.at === 'refused'
      ? await afterRefused(world, followed)
      : await awaitFewerSteps(world, followed, state.plan.steps.length);
  if (!world.signal.aborted) world.dispatch({ type: 'step_ended', hash, outcome });
}

/** Whom it asks, and until when. */
type Asking = Pick<World, 'api' | 'signal'>;

/** What is known of a transaction before the last payment. */
interface Followed {
  readonly expirationMs: number;
  readonly owner: string;
  /** A payment of several, not an approval. */
  readonly isPayment: boolean;
}

/** An approval may be signed again at any time, as two of them are one. */
async function afterRefused(world: World, followed: Followed): Promise<'dropped'> {
  if (followed.isPayment) await passExpiry(world, followed);
  return 'dropped';
}

/** Waits until the API prepares fewer steps than before, or until the network can no longer take the transaction. */
export async function awaitFewerSteps(
  { api, signal }: Asking,
  { expirationMs, owner, isPayment }: Followed,
  steps: number,
): Promise<'mined' | 'dropped'> {
  while (!signal.aborted) {
    await pause(POLL_MS);
    const answer = await api.calldata(owner);
    if (answer.status === 0 || answer.status >= 429) continue;
    // Whatever else it says is for the next screen to show.
    if (answer.status !== 200 || stepsLeft(answer) < steps) return 'mined';
    const nowMs = isPayment ? madeAt(answer) : Date.now();
    if (nowMs > expirationMs + SOLIDIFIED_MS) break;
  }
  return 'dropped';
}

function stepsLeft({ body }: Answer): number {
  const { transactions = [], atomicTransactions = transactions } = readCalldata(body);
  return atomicTransactions.length;
}

/**
 * Hands a signed payment to the network and waits for the API's word about it. Another signature is offered only
 * once the network can no longer take this one: after it has refused it for good, or its time is over for certain.
 */
export async function followTronPayment(world: World, state: At<'confirming'>): Promise<void> {
  const { signal } = world;
  const { hash } = state.sent;
  const kept = readSigned(world.config.token, hash);
  const { expirationMs = Date.now() + SOLIDIFIED_MS, owner = state.payer?.address } = kept ?? {};
  const payment = { hash, expirationMs, owner, wasListed: kept?.wasListed === true };
  const report = (relay: Relay) => {
    if (!signal.aborted) world.dispatch({ type: 'relayed', relay });
  };
  const waiting = () => report({ isTaken: false, text: messages.relaying });
  const taken = kept && (await relaySigned(world, kept, waiting));
  if (taken?.at !== 'refused') {
    report({ isTaken: true });
    return await followTaken(world, payment);
  }
  if (kept === undefined) return;
  const text = refusedText(taken.code, kept.expirationMs);
  report({ isTaken: false, title: messages.refusedTitle, text });
  await awaitExpiry(world, payment);
}

/**
 * Waits until the API no longer lists a payment that it listed as sent, and prepares another one: then a solidified
 * block holds it as failed, or it can no longer be taken. Other words come with the display data. One that the API
 * has never listed is waited for as long as it could be taken.
 */
async function followTaken(world: World, payment: Payment): Promise<void> {
  const { hash, expirationMs } = payment;
  const isKnown = await awaitOver(world, payment);
  if (world.signal.aborted) return;
  if (isKnown && Date.now() < expirationMs) {
    // It has ended before its time was over, so a block holds it.
    void moveFees(world, hash);
    world.dispatch({ type: 'payment_reverted', hash });
    return;
  }
  dropPayment(world, hash);
  world.dispatch({ type: 'lost' });
}

/** Waits as above; whether the API was seen to list the payment. */
async function awaitOver(world: World, payment: Payment): Promise<boolean> {
  const { hash, expirationMs, owner } = payment;
  let isKnown = payment.wasListed;
  let readsWithout = 0;
  // Read at once: where blocks are solidified within seconds, it may have ended before the next time.
  for (; !world.signal.aborted && readsWithout < READS_WITHOUT; await pause(POLL_MS)) {
    const view = await world.api.view();
    const isWaiting = view.status !== 200 || isInBlock(view, hash) || isSent(view, hash);
    const calldata = isWaiting || owner === undefined ? undefined : await world.api.calldata(owner);
    if (!isKnown && [view, calldata].some((answer) => answer && isSent(answer, hash))) {
      isKnown = true;
      keepListed(world.config.token, hash);
    }
    const isOver = isKnown || madeAt(calldata) > expirationMs + SOLIDIFIED_MS;
    readsWithout = calldata?.status === 200 && isOver ? readsWithout + 1 : 0;
  }
  return isKnown;
}

/** How often in a row the API has to say it, so that no answer from before a change decides. */
export const READS_WITHOUT = 2;

interface Payment {
  readonly hash: string;
  readonly expirationMs: number;
  /** Who signed; undefined where nothing is known of it but its id. */
  readonly owner: string | undefined;
  /** Whether the API was seen to list it before the page was loaded. */
  readonly wasListed: boolean;
}

/** Whether the API has seen this payment in a block; other parts of a bundle have blocks of their own. */
function isInBlock({ body }: Answer, hash: string): boolean {
  return list(body, 'requestStatuses').some((row) => texts(row, ['txHash']).txHash === hash);
}

/** Whether an answer lists a transaction as sent and not ended. */
export function isSent({ body }: Answer, hash: string): boolean {
  return list(body, 'sentTransactions').some((row) => texts(row, ['txid']).txid === hash);
}

/** When a transaction of calldata was made, by the clock of the network. */
export function madeAt(calldata: Answer | undefined): number {
  const [first] = list(calldata?.body, 'transactions');
  const { raw_data_hex = '' } = texts(first, ['raw_data_hex']);
  return readRawTransaction(raw_data_hex)?.timestampMs ?? 0;
}

/** Waits until the network is past the expiry of what it refused. Only then the payer may start again. */
async function awaitExpiry(world: World, payment: Omit<Payment, 'wasListed'>): Promise<void> {
  await passExpiry(world, payment);
  if (world.signal.aborted) return;
  dropPayment(world, payment.hash);
  world.dispatch({ type: 'lost' });
}

/** Waits until the network is past an expiry, by the time of a transaction that the API makes then. */
export async function passExpiry(
  { api, signal }: Asking,
  { expirationMs, owner = '' }: Pick<Payment, 'expirationMs' | 'owner'>,
): Promise<void> {
  while (!signal.aborted) {
    await pause(POLL_MS);
    if (Date.now() < expirationMs + SOLIDIFIED_MS) continue;
    const calldata = await api.calldata(owner);
    if (calldata.status === 200 && madeAt(calldata) > expirationMs + SOLIDIFIED_MS) return;
  }
}

/** Why the network did not take a transaction, and when it can be made again. */
export function refusedText(code: string, expirationMs: number): string {
  if (code === EXPIRED) return messages.late(timeOf(expirationMs + SOLIDIFIED_MS));
  return messages.refused(code, timeOf(expirationMs));
}

const EXPIRED = 'TRANSACTION_EXPIRATION_ERROR';

/** A time of this day, as people read it. */
function timeOf(ms: number): string {
  return new Date(ms).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit' });
}
