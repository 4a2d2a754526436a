import type { Provider } from '../../wallet/provider.ts';
import type { CallsProblem } from '../../wallet/together.ts';
import { mayHaveSent, withWallet } from '../../wallet/with-wallet.ts';
import { openMemory } from '../memory.ts';
import { safeRouteMessages as messages } from '../messages/en/safe-route.ts';
import type { OwnProposal } from '../own-proposal.ts';
import type { Payer, Remembered } from '../page-state.ts';
import { rememberPayees } from '../paid-before.ts';
import { recordRoute } from './record-route.ts';
import type { RouteQuote } from './route-state.ts';
import { FOLLOWED, type RouteWorld } from './route-world.ts';
import { isRecordable, type SentRoute } from './sent-route.ts';

/** What owners sign: 32 bytes. */
const HASH = /^0x[0-9a-f]{64}$/i;

/** A reviewed route of a Safe. */
interface SafeSigning {
  readonly quote: RouteQuote;
  readonly payer: Payer;
  /** The display data of this moment. */
  readonly view: unknown;
}

/**
 * Requests the wallet of a Safe to make all calls of a route as one transaction: what it proposes is waited for as every proposal, and
 * what it executes is followed as every route. The open request is stored before, and what the wallet answers before anything else.
 */
export async function signAsSafe(world: RouteWorld, signing: SafeSigning): Promise<void> {
  const own = openMemory(world.config.token, Date.now);
  const open = own.read();
  if (open?.proposal?.isOver === false) {
    world.dispatchPage({ type: 'remembered', memory: open });
    return;
  }
  const { wallet } = signing.payer;
  const refusal = await withWallet(world.provider(wallet.id), (provider) =>
    send(world, provider, signing),
  );
  if (refusal !== undefined) world.dispatch({ type: 'stopped', notice: refusal });
}

async function send(world: RouteWorld, provider: Provider, signing: SafeSigning): Promise<void> {
  const { payer, view, quote } = signing;
  const { chain, token, networkId, network } = quote.source;
  const { awaitCalls, isUnclear, noteFee, sendTogether } = await import('../wallet-calls.ts');
  const refundTo = quote.safe?.refundTo;
  const request = { chain, token, networkId, payer: payer.address, view, refundTo };
  const before = world.memory.read();
  // What is sent now takes its place in this browser.
  if (typeof before === 'object' && !before.isRecorded) await recordRoute(world, before);
  const backUp = world.memory.backUp();
  const restore = (mayBeOpen: boolean) => {
    if (!mayBeOpen) backUp();
    // Where nothing is known of this request, it may be open beside what was sent.
    else if (typeof before === 'object') world.memory.write(before);
  };
  const stop = (problem: CallsProblem) => {
    restore(isUnclear(problem));
    noteFee(world.dispatchPage, problem);
    world.dispatch({ type: 'stopped', notice: messages.problems[problem] });
  };
  world.memory.writeRequest(request);
  const calls = quote.plan.steps.map(({ call }) => call);
  const from = payer.address;
  const sent = await sendTogether(provider, { from, chainId: network.chainId, calls }).catch(
    (error: unknown) => {
      restore(mayHaveSent(error));
      throw error;
    },
  );
  if ('problem' in sent) return stop(sent.problem);
  if (quote.safe?.isProposed !== false && HASH.test(sent.id)) {
    const memory = storeProposal(world, signing, sent.id);
    // Only now a page load after a crash need not warn of an open request any more.
    restore(false);
    world.dispatchPage({ type: 'remembered', memory });
    return;
  }
  const end = await awaitCalls(provider, sent.id);
  if ('problem' in end) return stop(end.problem);
  restore(false);
  follow(world, {
    ...request,
    hash: end.hash,
    at: Date.now(),
    walletId: payer.wallet.id,
    isRecorded: !isRecordable(token),
  });
}

/** Stores what was proposed, which is waited for as a proposal on the link's own network. */
function storeProposal(
  world: RouteWorld,
  { quote, payer, view }: SafeSigning,
  hash: string,
): Remembered {
  const { chain, token, networkId } = quote.source;
  const { until = 0, refundTo = payer.address } = quote.safe ?? {};
  const proposal: OwnProposal = {
    safeTxHash: hash.toLowerCase(),
    safe: payer.address,
    until,
    walletId: payer.wallet.id,
    isReported: false,
    isOver: false,
    source: { chain, token, networkId, refundTo },
  };
  const stored = { sent: undefined, view, proposal };
  openMemory(world.config.token, Date.now).write({ ...stored, chain: world.link.networkId });
  rememberPayees(world.link);
  return stored;
}

function follow(world: RouteWorld, sent: SentRoute): void {
  world.memory.write(sent);
  rememberPayees(world.link);
  world.dispatchPage({ type: 'spent', spent: 'fees' });
  void recordRoute(world, sent);
  world.dispatch({ type: 'sent', sent });
  world.dispatchPage(FOLLOWED);
}
