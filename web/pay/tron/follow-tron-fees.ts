import { member } from '../../engine/members.ts';
import { pause } from '../../engine/wait.ts';
import type { FeesNotice, FeesPayer, SentFees } from '../unpaid/fees-state.ts';
import type { FeesWorld } from '../unpaid/fees-world.ts';
import { isListed } from '../unpaid/unpaid-fees.ts';
import {
  awaitFewerSteps,
  isSent,
  madeAt,
  POLL_MS,
  passExpiry,
  READS_WITHOUT,
  refusedText,
  SOLIDIFIED_MS,
} from './follow-tron.ts';
import { relaySigned } from './relay-signed.ts';
import { keepListed, readSigned } from './signed-transactions.ts';

/** An approval of fees that was signed, and how many steps there were with it. */
interface SignedApproval {
  readonly payer: FeesPayer;
  readonly hash: string;
  readonly steps: number;
}

/** Hands an approval of fees to the network until the API asks for fewer steps; whether that came. */
export async function followTronFeesApproval(
  world: FeesWorld,
  { payer, hash, steps }: SignedApproval,
): Promise<boolean> {
  const kept = readSigned(world.config.token, hash);
  if (kept === undefined) return true;
  const taken = await relaySigned(world, kept, () => undefined);
  if (taken.at === 'refused') return false;
  const { expirationMs } = kept;
  const followed = { expirationMs, owner: payer.address, isPayment: false };
  return (await awaitFewerSteps(world, followed, steps)) === 'mined';
}

/**
 * Hands fees that were signed to the network, and waits until they can no longer be paid by that: the notice of it.
 * Undefined once the page has seen them paid, which ends the signal, or where nothing is kept to be handed over.
 */
export async function followTronFees(
  world: FeesWorld,
  sent: SentFees,
  signal: AbortSignal,
): Promise<FeesNotice | undefined> {
  const kept = readSigned(world.config.token, sent.hash);
  if (kept === undefined) {
    world.dispatch({ type: 'lost' });
    return undefined;
  }
  const { api, config } = world;
  const taken = await relaySigned({ config, signal }, kept, () => undefined);
  if (taken.at === 'refused') {
    const text = refusedText(taken.code, kept.expirationMs);
    world.dispatch({ type: 'refused', text });
    await passExpiry({ api, signal }, kept);
    return signal.aborted ? undefined : 'dropped';
  }
  const { expirationMs, owner, wasListed } = kept;
  await awaitOver({ api, config, signal }, { ...sent, expirationMs, owner, wasListed });
  if (signal.aborted) return undefined;
  return Date.now() < expirationMs ? 'reverted' : 'dropped';
}

interface Followed extends SentFees {
  readonly expirationMs: number;
  readonly owner: string;
  readonly wasListed: boolean;
}

/**
 * Waits until the API prepares the same fees again and lists the transaction no more, or can no longer take it. It
 * takes fees off its list before it lets a transaction that paid them go, so the list is read last.
 */
async function awaitOver(
  { api, config, signal }: Pick<FeesWorld, 'api' | 'config' | 'signal'>,
  { hash, references, expirationMs, owner, wasListed }: Followed,
): Promise<void> {
  let isKnown = wasListed;
  let readsWithout = 0;
  for (; !signal.aborted && readsWithout < READS_WITHOUT; await pause(POLL_MS)) {
    const calldata = await api.calldata(owner);
    if (isSent(calldata, hash) && !isKnown) keepListed(config.token, hash);
    isKnown ||= isSent(calldata, hash);
    const isOver = isKnown || madeAt(calldata) > expirationMs + SOLIDIFIED_MS;
    const view = calldata.status === 200 && isOver ? await api.view() : undefined;
    const isUnpaid =
      view?.status === 409 && isListed(member(view.body, 'outstandingFees'), references);
    readsWithout = isUnpaid ? readsWithout + 1 : 0;
  }
}
