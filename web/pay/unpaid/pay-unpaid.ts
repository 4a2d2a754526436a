import { inOneTab } from '../../wallet/one-tab.ts';
import type { Provider, Wallet } from '../../wallet/provider.ts';
import { rpcUrlOf } from '../../wallet/relay.ts';
import { mayHaveSent, withWallet } from '../../wallet/with-wallet.ts';
import { noteFees } from '../paid-fees.ts';
import { type FeesDue, type FeesPayer, isSameFees, type SentFees } from './fees-state.ts';
import type { FeesWorld } from './fees-world.ts';
import { fetchUnpaid } from './fetch-unpaid.ts';
import { followFees, followFeesApproval } from './follow-fees.ts';

/** Connects a wallet and prepares the fees for it. */
export async function connectForFees(world: FeesWorld, wallet: Wallet): Promise<void> {
  world.dispatch({ type: 'began', doing: 'connecting', wallet });
  const refusal = await withWallet(world.provider(wallet.id), async (provider) => {
    const code = provider.code ?? (await import('../../wallet/evm.ts'));
    const account = await code.connect(provider);
    await prepareFees(world, { wallet, ...account });
  });
  if (refusal !== undefined) world.dispatch({ type: 'stopped', notice: refusal });
}

/** Fetches the calldata of the outstanding fees, and compares it with them. */
async function prepareFees(world: FeesWorld, payer: FeesPayer, stepsMax?: number): Promise<void> {
  world.dispatch({ type: 'began', doing: 'preparing', wallet: payer.wallet });
  world.dispatch(await fetchUnpaid({ ...world, payer, stepsMax }));
}

/** The one button of the review: switches the network, or requests the next signature. */
export async function goOnWithFees(world: FeesWorld, due: FeesDue): Promise<void> {
  const { payer, unpaid } = due;
  const isThere = payer.chainId === unpaid.network.chainId;
  await (isThere ? sign(world, due) : switchNetwork(world, due));
}

async function switchNetwork(world: FeesWorld, due: FeesDue): Promise<void> {
  const { payer, unpaid } = due;
  const { network, networkId } = unpaid;
  const rpcUrl = rpcUrlOf(world.config.networks, networkId);
  world.dispatch({ type: 'began', doing: 'switching', wallet: payer.wallet });
  const refusal = await withWallet(world.provider(payer.wallet.id), async (provider) => {
    const evm = await import('../../wallet/evm.ts');
    const chainId = await evm.switchChain(provider, network, rpcUrl);
    world.dispatch({ type: 'prepared', ...due, payer: { ...payer, chainId } });
  });
  if (refusal !== undefined) world.dispatch({ type: 'prepared', ...due, notice: refusal });
}

/** What continues once the wallet was called; without the lock, so that no other tab waits for a block. */
type GoOn = () => Promise<void>;

/** Requests a signature, unless another tab of this browser has a request for this link. */
async function sign(world: FeesWorld, due: FeesDue): Promise<void> {
  let goOn: GoOn | undefined;
  const hasLock = await inOneTab(world.config.token, async () => {
    goOn = await signHere(world, due);
  });
  if (!hasLock) world.dispatch({ type: 'prepared', ...due, notice: 'other_tab' });
  await goOn?.();
}

/** Signs the next step, unless what is outstanding or was sent has changed since the review. */
async function signHere(world: FeesWorld, due: FeesDue): Promise<GoOn | undefined> {
  const { payer, plan } = due;
  const kept = world.memory.read();
  // Another tab of this browser was faster.
  if (typeof kept === 'object') return () => follow(world, kept);
  world.dispatch({ type: 'began', doing: 'signing', wallet: payer.wallet });
  const fresh = await fetchUnpaid({ ...world, payer });
  if (fresh.type !== 'prepared') {
    world.dispatch(fresh);
    return undefined;
  }
  const [step] = fresh.plan.steps;
  if (step === undefined || !isSameFees(fresh.plan, plan)) {
    world.dispatch({ ...fresh, notice: 'changed' });
    return undefined;
  }
  let goOn: GoOn | undefined;
  const refusal = await withWallet(world.provider(payer.wallet.id), async (provider) => {
    goOn = await (step.kind === 'pay' ? pay : approve)(world, { due: fresh, step, provider });
  });
  if (refusal !== undefined) world.dispatch({ type: 'prepared', ...due, notice: refusal });
  return goOn;
}

async function follow(world: FeesWorld, sent: SentFees): Promise<void> {
  world.dispatch({ type: 'sent', sent });
  await followFees(world, sent);
}

/** The next step of fees, and who is asked for it. */
interface Signing {
  readonly due: FeesDue;
  readonly step: FeesDue['plan']['steps'][number];
  readonly provider: Provider;
}

/** What was sent is stored before anything else, and the open request of the wallet before that. */
async function pay(world: FeesWorld, signing: Signing): Promise<GoOn | undefined> {
  const { memory, config } = world;
  const { payer, unpaid, plan } = signing.due;
  const references = plan.paid.map(({ reference }) => reference);
  const { networkId } = unpaid;
  const kept = memory.read();
  memory.write({ networkId, references });
  let hash: string | undefined;
  try {
    hash = await send(world, signing);
  } catch (error) {
    // An earlier request may still be open, and so may this one where nothing is known of it.
    if (kept === undefined && !mayHaveSent(error)) memory.clear();
    throw error;
  }
  if (hash === undefined) {
    if (kept === undefined) memory.clear();
    return signedOther(world);
  }
  const transaction = { hash, at: Date.now(), walletId: payer.wallet.id };
  memory.write({ networkId, references, sent: transaction });
  noteFees(config.token, hash, plan.steps.slice(0, 1));
  return () => follow(world, { ...transaction, networkId, references });
}

async function approve(world: FeesWorld, signing: Signing): Promise<GoOn | undefined> {
  const { payer, plan, unpaid } = signing.due;
  const hash = await send(world, signing);
  if (hash === undefined) return signedOther(world);
  world.dispatch({ type: 'began', doing: 'approving', wallet: payer.wallet });
  return async () => {
    const steps = plan.steps.length;
    const { networkId } = unpaid;
    const isMined = await followFeesApproval(world, { payer, hash, networkId, steps });
    if (isMined) await prepareFees(world, payer, steps - 1);
    else world.dispatch({ type: 'stopped', notice: 'reverted' });
  };
}

function signedOther(world: FeesWorld): undefined {
  world.dispatch({ type: 'mismatched', problem: 'signed' });
}

/** The hash of what was sent; undefined where the wallet signed something else than it was given. */
async function send(
  world: FeesWorld,
  { due: { payer, unpaid }, step, provider }: Signing,
): Promise<string | undefined> {
  const { transaction } = step.call;
  if (transaction !== undefined) {
    const { signOnTron } = await import('../tron/pay-tron.ts');
    return await signOnTron(world, provider, { from: payer.address, transaction });
  }
  const evm = await import('../../wallet/evm.ts');
  const { chainId } = unpaid.network;
  return await evm.send(provider, { ...step.call, from: payer.address, chainId });
}
