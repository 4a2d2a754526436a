import type { Provider } from '../wallet/provider.ts';
import { askPrepared } from './ask-prepared.ts';
import { inOneTab } from './one-tab.ts';
import type { At, Prepared } from './places.ts';
import type { Step } from './plan.ts';
import { isLastPayment, stepOf } from './steps.ts';
import { nextVisit } from './visit.ts';
import { type World, withWallet } from './world.ts';

/** Asks for a signature, unless another tab of this browser is asking for one of this link. */
export async function sign(world: World, visit: At<'signing'>): Promise<void> {
  const isTurn = await inOneTab(world.config.token, () => signHere(world, visit));
  if (!isTurn) world.tell({ type: 'wallet_refused', refusal: 'other_tab' });
}

/** Asks for fresh calldata first: what was reviewed a while ago may no longer be what to sign. */
async function signHere(world: World, visit: At<'signing'>): Promise<void> {
  const { plan } = visit;
  const step = stepOf(plan);
  if (step === undefined) return;
  const paid = world.memory.read()?.sent;
  if (paid !== undefined && isPaying(visit, step)) {
    // Another tab of this browser was faster.
    world.tell({ type: 'sent', hash: paid.hash, now: paid.at });
    return;
  }
  // The fees of a payment that was sent are signed as they were reviewed: the API may know it as paid.
  const fresh = visit.sent === undefined ? await askPrepared(world, visit) : undefined;
  if (fresh !== undefined && !isSamePlan(visit, fresh)) {
    world.tell({ type: 'changed', ...fresh });
    return;
  }
  await ask(world, visit, step);
}

/** Of several payments of a bundle only the last one ends the visit; the API tells the others apart. */
function isPaying({ atOnce, plan }: At<'signing'>, step: Step): boolean {
  return atOnce || (step.kind === 'pay' && isLastPayment(step, plan.steps.slice(1)));
}

/** The steps that one signature makes. */
function signedWith({ atOnce, plan }: At<'signing'>, step: Step): readonly Step[] {
  return atOnce ? plan.steps : [step];
}

/** Asks the wallet for one signature, and remembers a payment before and after. */
async function ask(world: World, visit: At<'signing'>, step: Step): Promise<void> {
  const { link, payer } = visit;
  await withWallet(world, payer.wallet.id, async (provider) => {
    const paying = isPaying(visit, step);
    const moves = visit.atOnce || step.kind === 'pay';
    const told = propertiesOf(visit);
    // Loaded before: behind the signature nothing may fail any more.
    const { noteFees } = await import('./paid-fees.ts');
    // Whatever moves money is remembered while the wallet asks, so that a reload warns of it.
    if (moves) world.memory.write({ sent: undefined, chain: link.networkId, view: world.view });
    if (paying) world.api.tellStep('payment_sent_to_wallet', told);
    try {
      const hash = await send(provider, visit, step);
      const now = Date.now();
      noteFees(world.config.token, hash, signedWith(visit, step));
      if (paying) {
        const sent = { hash, at: now, walletId: payer.wallet.id };
        world.memory.write({ sent, chain: link.networkId, view: world.view });
        world.api.tellStep('payment_approved_in_wallet', {
          ...told,
          payment_submission_id: hash,
          payment_submission_id_type: 'evm_tx_hash',
        });
      } else if (moves) {
        world.memory.forget();
      }
      world.tell({ type: 'sent', hash, now });
    } catch (error) {
      if (moves) world.memory.forget();
      throw error;
    }
  });
}

async function send(provider: Provider, visit: At<'signing'>, step: Step): Promise<string> {
  const { link, payer, plan, atOnce } = visit;
  const from = payer.address;
  const { chainId } = link.network;
  if (atOnce) {
    const { sendTogether } = await import('../wallet/together.ts');
    return await sendTogether(provider, {
      from,
      chainId,
      calls: plan.steps.map(({ call }) => call),
    });
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

function isSamePlan(visit: At<'signing'>, prepared: Prepared): boolean {
  const fresh = nextVisit(
    { at: 'preparing', link: visit.link, wallets: [], payer: visit.payer, signed: visit.signed },
    { type: 'prepared', ...prepared, together: visit.together },
  );
  if (fresh.at !== 'review') return false;
  const callsOf = (steps: readonly { readonly call: object }[]) =>
    JSON.stringify(steps.map((step) => step.call));
  return callsOf(fresh.plan.steps) === callsOf(visit.plan.steps);
}
