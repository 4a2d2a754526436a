/** Several calls that a wallet makes at once (EIP-5792): sent, awaited, and found again after a reload. */
import { pause } from '../engine/wait.ts';
import type { Provider } from '../wallet/provider.ts';
import { WalletError } from '../wallet/refusal.ts';
import {
  awaitCalls,
  type CallsEnd,
  type CallsProblem,
  readCalls,
  sendTogether,
} from '../wallet/together.ts';
import { walletCallsMessages as messages } from './messages/en/wallet-calls.ts';
import type { At, KeptCalls, PageEvent } from './page-state.ts';
import type { World } from './world.ts';

export { walletCallsMessages } from './messages/en/wallet-calls.ts';
export { awaitCalls, readCalls, sendTogether };

/** Milliseconds between two looks for the wallet that has the calls. */
const WALLET_POLL_MS = 500;

/**
 * Requests the wallet to make all calls of a plan at once and waits for them; answers the transaction's hash,
 * or what is to be said. What the wallet has taken is stored, so that a reload asks for it again.
 */
export async function signCalls(
  world: World,
  provider: Provider,
  { link, payer, plan, together }: At<'signing'>,
): Promise<string | PageEvent> {
  const sent = await sendTogether(provider, {
    from: payer.address,
    chainId: link.network.chainId,
    calls: plan.steps.map(({ call }) => call),
    paymasterUrl: together === 'sponsored' ? paymasterOf(world, link.networkId) : undefined,
  });
  if ('problem' in sent) return refusalOf(world, sent);
  const { view, memory } = world;
  const calls = { id: sent.id, walletId: payer.wallet.id };
  // What owners of a Safe may still execute stays stored whatever becomes of the calls.
  const proposal = memory.read()?.proposal;
  memory.write({ sent: undefined, chain: link.networkId, view, calls, proposal });
  const end = await awaitCalls(provider, sent.id);
  return 'hash' in end ? end.hash : refusalOf(world, end);
}

/** Where the wallet has the payment of a link paid for. */
function paymasterOf({ config }: World, networkId: string): string | undefined {
  return config.networks[networkId]?.paymasterUrl;
}

const UNCLEAR: ReadonlySet<CallsProblem> = new Set<CallsProblem>([
  'duplicate',
  'unknown',
  'partly',
]);

/** Whether calls that ended like this may still have moved money. */
export function isUnclear(problem: CallsProblem): boolean {
  return UNCLEAR.has(problem);
}

function refusalOf(world: World, { problem }: Problem): PageEvent {
  const sentence = messages.problems[problem];
  noteFee(world.dispatch, problem);
  if (isUnclear(problem)) throw Object.assign(new WalletError('failed'), { sentence });
  return { type: 'wallet_refused', refusal: sentence };
}

type Problem = Exclude<CallsEnd, { readonly hash: string }>;

/** Calls that the network took back, all of them or some, have cost its fee. */
export function noteFee(dispatch: World['dispatch'], problem: CallsProblem): void {
  if (problem === 'reverted' || problem === 'partly') dispatch({ type: 'spent', spent: 'fees' });
}

/**
 * Follows calls that an earlier page load or another tab had sent, once their wallet is found. It ends where
 * nothing is stored of them any more: that tab has followed them itself.
 */
export async function followCalls(world: World): Promise<void> {
  for (let isSaid = false; ; await pause(WALLET_POLL_MS)) {
    const calls = world.memory.read()?.calls;
    if (calls === undefined) return;
    const provider = world.provider(calls.walletId);
    if (provider === undefined) continue;
    let end = await readCalls(provider, calls.id);
    if (end === undefined && !isSaid) world.dispatch({ type: 'warned', notice: messages.underWay });
    isSaid = true;
    end ??= await awaitCalls(provider, calls.id);
    if (isStored(world, calls)) return finish(world, calls, end);
  }
}

/** Says where stored calls stand in place of a second payment; whether there is something to say. */
export async function guardCalls(world: World, calls: KeptCalls): Promise<boolean> {
  const provider = world.provider(calls.walletId);
  // Without their wallet nothing is known of them; the page has warned of that.
  if (provider === undefined) return false;
  const end = await readCalls(provider, calls.id);
  const refusal = messages.underWay;
  world.dispatch({ type: 'wallet_refused', refusal });
  if (end !== undefined) finish(world, calls, end);
  return true;
}

function isStored({ memory }: World, { id }: KeptCalls): boolean {
  return memory.read()?.calls?.id === id;
}

function finish(world: World, { walletId }: KeptCalls, end: CallsEnd): void {
  const { view = world.view, proposal } = world.memory.read() ?? {};
  if ('problem' in end) {
    // Where nothing more is known of the calls, whoever pays again is warned as of an open request.
    const mayMove = isUnclear(end.problem) || proposal !== undefined;
    if (mayMove) world.memory.write({ sent: undefined, chain: '', view, proposal });
    else world.memory.clear();
    noteFee(world.dispatch, end.problem);
    world.dispatch({ type: 'warned', notice: messages.problems[end.problem] });
    return;
  }
  const sent = { hash: end.hash, at: Date.now(), walletId };
  // The calls have ended; what owners of a Safe may still execute has not.
  if (proposal !== undefined) world.memory.write({ sent, chain: '', view, proposal });
  world.dispatch({ type: 'remembered', memory: { sent, view } });
}
