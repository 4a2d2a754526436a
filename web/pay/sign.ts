import { inOneTab } from '../wallet/one-tab.ts';
import type { Provider } from '../wallet/provider.ts';
import { mayHaveSent } from '../wallet/with-wallet.ts';
import { fetchPrepared } from './fetch-prepared.ts';
import type { At, PageEvent, Prepared, Remembered } from './page-state.ts';
import { noteFees } from './paid-fees.ts';
import type { Plan, Step } from './plan.ts';
import { callsOf } from './preparing.ts';
import { loadSafe } from './safe-part.ts';
import { isLastPayment, stepOf } from './steps.ts';
import { nextState } from './transitions.ts';
import { type World, withWallet } from './world.ts';
import { writeOpen } from './write-open.ts';

/** Requests a signature, unless another tab of this browser has a request for this link. */
export async function sign(world: World, state: At<'signing'>): Promise<void> {
  const hasLock = await inOneTab(world.config.token, () => signHere(world, state));
  if (!hasLock) world.dispatch({ type: 'wallet_refused', refusal: 'other_tab' });
}

/** Fetches fresh calldata first: what was reviewed a while ago may no longer be what to sign. */
async function signHere(world: World, state: At<'signing'>): Promise<void> {
  const { plan } = state;
  const step = stepOf(plan);
  if (step === undefined) return;
  const kept = world.memory.read();
  const paid = kept?.sent;
  if (paid !== undefined && isPaying(state, step)) {
    // Another tab of this browser was faster.
    world.dispatch({ type: 'sent', hash: paid.hash, now: paid.at });
    return;
  }
  if (kept !== undefined && (await guardStored(world, kept))) return;
  // The fees of a payment that was sent are signed as they were reviewed: the API may know it as paid.
  const fresh = state.sent === undefined ? await fetchPrepared(world, state) : undefined;
  const now = fresh === undefined ? plan : samePlan(state, fresh);
  const [next] = now?.steps ?? [];
  if (fresh !== undefined && (now === undefined || next === undefined)) {
    world.dispatch({ type: 'changed', ...fresh });
    return;
  }
  // The same calls, in transactions that are good for longer where the API makes those.
  const reviewed = { ...state, plan: now ?? plan };
  if (fresh === undefined || state.together !== 'safe')
    return await sendStep(world, reviewed, next ?? step);
  const { propose } = await loadSafe();
  await withWallet(world, state.payer.wallet.id, async (provider) => {
    await propose(world, provider, { state: reviewed, answer: fresh.answer });
  });
}

/** Whether the wallet may be making the payment already, or owners of a Safe sign it; then that is followed in place of a second one. */
async function guardStored(world: World, kept: Remembered): Promise<boolean> {
  if (kept.proposal?.isOver === false) {
    world.dispatch({ type: 'remembered', memory: kept });
    return true;
  }
  if (kept.calls === undefined) return false;
  const { guardCalls } = await import('./wallet-calls.ts');
  return await guardCalls(world, kept.calls);
}

/** Of several payments of a bundle only the last one ends the payment; the API distinguishes the others. */
function isPaying({ atOnce, plan }: At<'signing'>, step: Step): boolean {
  return atOnce || (step.kind === 'pay' && isLastPayment(step, plan.steps.slice(1)));
}

/** The steps that one signature makes. */
function signedWith({ atOnce, plan }: At<'signing'>, step: Step): readonly Step[] {
  return atOnce ? plan.steps : [step];
}

/** Requests one signature of the wallet, and stores a payment before and after. */
async function sendStep(world: World, state: At<'signing'>, step: Step): Promise<void> {
  const { link, payer } = state;
  await withWallet(world, payer.wallet.id, async (provider) => {
    const paying = isPaying(state, step);
    const moves = state.atOnce || step.kind === 'pay';
    const answer = propertiesOf(state);
    const restore = moves ? writeOpen(world, link) : () => undefined;
    if (paying) world.api.reportProgress('payment_sent_to_wallet', answer);
    const hash = await send(world, { provider, state, step }).catch((error: unknown) => {
      if (!mayHaveSent(error)) restore();
      throw error;
    });
    restore();
    if (typeof hash !== 'string') {
      world.dispatch(hash);
      return;
    }
    const now = Date.now();
    noteFees(world.config.token, hash, signedWith(state, step));
    if (paying) {
      const sent = { hash, at: now, walletId: payer.wallet.id };
      // What other wallets may still make of earlier requests stays beside it.
      const { calls, proposal } = world.memory.read() ?? {};
      const { view } = world;
      world.memory.write({ sent, chain: link.networkId, view, calls, proposal });
      world.api.reportProgress('payment_approved_in_wallet', {
        ...answer,
        payment_submission_id: hash,
        payment_submission_id_type: step.call.transaction ? 'tron_tx_id' : 'evm_tx_hash',
      });
    }
    const announces = world.config.shouldOpenWallet;
    world.dispatch({ type: 'sent', hash, now, announces });
  });
}

/** As if calldata had come that is something else than what is shown: there is no button behind it. */
const SIGNED_OTHER: PageEvent = {
  type: 'changed',
  answer: { status: 200, body: undefined },
  check: () => 'signed',
};

interface Sending {
  readonly provider: Provider;
  readonly state: At<'signing'>;
  readonly step: Step;
}

/** The hash of what was sent, or what to do in its place. */
async function send(world: World, { provider, state, step }: Sending): Promise<string | PageEvent> {
  const { link, payer, atOnce } = state;
  const from = payer.address;
  const { chainId } = link.network;
  const { transaction } = step.call;
  if (transaction !== undefined) {
    const { signOnTron } = await import('./tron/pay-tron.ts');
    return (await signOnTron(world, provider, { from, transaction })) ?? SIGNED_OTHER;
  }
  if (atOnce) {
    const { signCalls } = await import('./wallet-calls.ts');
    return await signCalls(world, provider, state);
  }
  const evm = await import('../wallet/evm.ts');
  return await evm.send(provider, { ...step.call, from, chainId });
}

/** The server hashes the wallet's address before it keeps it. */
function propertiesOf({ link, payer }: At<'signing'>): Readonly<Record<string, string>> {
  return {
    wallet_provider: payer.wallet.name,
    wallet_address: payer.address,
    selected_source_chain: link.networkId,
    payment_type: link.kind,
  };
}

/** The plan of fresh calldata, if it makes the same calls as the reviewed one. */
function samePlan(state: At<'signing'>, prepared: Prepared): Plan | undefined {
  const fresh = nextState(
    { at: 'preparing', link: state.link, wallets: [], payer: state.payer, signed: state.signed },
    { type: 'prepared', ...prepared, together: state.together },
  );
  if (fresh.at !== 'review') return undefined;
  return callsOf(fresh.plan.steps) === callsOf(state.plan.steps) ? fresh.plan : undefined;
}
