import { readCalldata } from '../../api/read-calldata.ts';
import { list, texts } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { pause } from '../../engine/wait.ts';
import { readRawTransaction } from '../../wallet/tron/raw-transaction.ts';
import { tronMessages as messages } from '../messages/en-tron.ts';
import { dropPayment, moveFees } from '../move-fees.ts';
import type { At, Relay } from '../page-state.ts';
import type { World } from '../world.ts';
import { relaySigned } from './relay-signed.ts';
import { readSigned } from './signed-transactions.ts';

/** How often the API is asked how a transaction got on: as long as a block takes. */
const POLL_MS = 3_000;

/** How long after its expiry no block can hold a transaction any more, not even one that is not solidified yet. */
const SOLIDIFIED_MS = 3 * 60_000;

/** Hands a signed approval to the network, and waits until the API no longer asks for it. */
export async function followTronApproval(world: World, state: At<'approving'>): Promise<void> {
  const { signal } = world;
  const { hash, payer, plan } = state;
  const kept = readSigned(world.config.token, hash);
  const end = (outcome: 'mined' | 'dropped') => {
    if (!signal.aborted) world.dispatch({ type: 'step_ended', hash, outcome });
  };
  if (kept !== undefined) {
    const taken = await relaySigned(world, kept, () => undefined);
    // An approval may be signed again at any time: two of them are one.
    if (taken.at === 'refused') return end('dropped');
  }
  const untilMs = (kept?.expirationMs ?? Date.now()) + SOLIDIFIED_MS;
  while (!signal.aborted) {
    await pause(POLL_MS);
    const answer = await world.api.calldata(payer.address);
    if (answer.status === 0 || answer.status >= 429) continue;
    // Whatever else it says is for the next screen to show.
    if (answer.status !== 200 || stepsLeft(answer) < plan.steps.length) return end('mined');
    if (Date.now() > untilMs) return end('dropped');
  }
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
  const report = (relay: Relay) => {
    if (!signal.aborted) world.dispatch({ type: 'relayed', relay });
  };
  const waiting = () => report({ isTaken: false, text: messages.relaying });
  const taken = kept && (await relaySigned(world, kept, waiting));
  if (taken?.at !== 'refused') {
    report({ isTaken: true });
    return await followTaken(world, hash);
  }
  if (kept === undefined) return;
  const text = messages.refused(taken.code, timeOf(kept.expirationMs));
  report({ isTaken: false, title: messages.refusedTitle, text });
  await awaitExpiry(world, kept);
}

/** Waits for the API's word that a payment failed or can no longer be taken; other words come with the display data. */
async function followTaken(world: World, hash: string): Promise<void> {
  const { signal } = world;
  while (!signal.aborted) {
    await pause(POLL_MS);
    const answer = await world.api.view();
    if (signal.aborted) return;
    const outcome = outcomeOf(answer, hash);
    if (outcome === 'failed') {
      void moveFees(world, hash);
      world.dispatch({ type: 'payment_reverted', hash });
      return;
    }
    if (outcome === 'expired') {
      dropPayment(world, hash);
      world.dispatch({ type: 'lost' });
      return;
    }
  }
}

/** How a payment ended that did not pay: as a solidified block says, not only the newest one. */
function outcomeOf({ body }: Answer, hash: string): string | undefined {
  const rows = list(body, 'signedTransactions').map((row) => texts(row, ['txID', 'status']));
  return rows.find(({ txID }) => txID === hash)?.status;
}

/**
 * Waits until the network is past the expiry of what it refused, by a transaction that the API makes then: its
 * timestamp is that of the network. Only then the payer may start again.
 */
async function awaitExpiry(
  world: World,
  { expirationMs, owner, signed }: NonNullable<ReturnType<typeof readSigned>>,
): Promise<void> {
  const { signal } = world;
  while (!signal.aborted) {
    await pause(POLL_MS);
    if (Date.now() < expirationMs + SOLIDIFIED_MS) continue;
    const { status, body } = await world.api.calldata(owner);
    const [first] = list(body, 'transactions');
    const { raw_data_hex = '' } = texts(first, ['raw_data_hex']);
    const madeMs = readRawTransaction(raw_data_hex)?.timestampMs ?? 0;
    if (signal.aborted || status !== 200 || madeMs < expirationMs + SOLIDIFIED_MS) continue;
    dropPayment(world, signed.txID);
    world.dispatch({ type: 'lost' });
    return;
  }
}

/** A time of this day, as people read it. */
function timeOf(ms: number): string {
  return new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
