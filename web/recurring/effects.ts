import type { RecurringApi } from '../api/recurring.ts';
import { runLater } from '../engine/loop.ts';
import { sameAddress } from '../ui/address.ts';
import { inOneTab } from '../wallet/one-tab.ts';
import type { Provider } from '../wallet/provider.ts';
import type { WalletAnswer } from '../wallet/refusal.ts';
import { rpcUrlOf } from '../wallet/relay.ts';
import { withWallet } from '../wallet/with-wallet.ts';
import type { Approval } from './check-approvals.ts';
import type { PageConfig } from './config.ts';
import type { At, Notice, PageEvent, PageState, Payer } from './page-state.ts';
import { typedDataOf } from './permit.ts';
import { type ContractOf, readSchedule, type Schedule, stopMessageOf } from './schedule.ts';

/** Everything the effects share. */
export interface World {
  readonly config: PageConfig;
  readonly api: RecurringApi;
  readonly dispatch: (event: PageEvent) => void;
  readonly provider: (walletId: string) => Provider | undefined;
  readonly contractOf: ContractOf;
  /** Aborted once the page has left the state that it is in when this is read. */
  readonly signal: AbortSignal;
}

/** How often a schedule that goes on is read again. */
const READ_EVERY_MS = 5_000;

/** Runs the effect of a page state. Each effect ends by dispatching its result. */
export function arrive(world: World, state: PageState): void {
  switch (state.at) {
    case 'opening':
      void view(world);
      break;
    case 'reading':
      runLater(world.signal, state.tries === 0 ? 0 : READ_EVERY_MS, () => void view(world));
      break;
    case 'unreachable':
    case 'limited':
      runLater(world.signal, state.waitS * 1_000, () => world.dispatch({ type: 'retry' }));
      break;
    case 'going':
      // What was just changed is read at once.
      if (state.reads === 0) void view(world);
      else runLater(world.signal, READ_EVERY_MS, () => void view(world));
      break;
    case 'connecting':
      void connect(world, state);
      break;
    case 'measuring':
      void measure(world, state);
      break;
    case 'approving':
    case 'lowering':
      void approve(world, state);
      break;
    case 'stopping':
      void stop(world, state);
      break;
    case 'approved':
    case 'lowered':
      void follow(world, state);
      break;
    case 'signing':
      void sign(world, state);
      break;
    default:
      break;
  }
}

async function view({ api, dispatch, contractOf, signal }: World): Promise<void> {
  const answer = await api.view();
  if (signal.aborted) return;
  const schedule = answer.status === 200 ? readSchedule(answer.body, contractOf) : undefined;
  dispatch({ type: 'viewed', answer, schedule, nowS: nowS() });
}

function nowS(): number {
  return Math.floor(Date.now() / 1_000);
}

const loadEvm = () => import('../wallet/evm.ts');

async function connect(world: World, { wallet }: At<'connecting'>): Promise<void> {
  const { signal } = world;
  await work(world, wallet.id, async (provider) => {
    const { address } = await (await loadEvm()).connect(provider);
    if (!signal.aborted) world.dispatch({ type: 'connected', address, nowS: nowS() });
  });
}

/** Works with a wallet; what it refuses is dispatched. */
async function work(
  world: World,
  walletId: string,
  request: (provider: Provider) => Promise<void>,
): Promise<void> {
  const { signal } = world;
  const refusal = await withWallet(world.provider(walletId), request);
  if (refusal === undefined || signal.aborted) return;
  world.dispatch({ type: 'failed', notice: noticeOf(refusal) });
}

function noticeOf(refusal: WalletAnswer): Notice {
  switch (refusal) {
    case 'declined':
    case 'busy':
    case 'unloaded':
      return refusal;
    case 'wrong_account':
      return 'other_account';
    case 'unsupported':
      return 'wallet_unsupported';
    case 'unknown_chain':
    case 'disconnected':
      return 'other_network';
    case 'would_revert':
      return 'reverted';
    default:
      return 'wallet_failed';
  }
}

/** `allowance(address,address)`. */
const ALLOWANCE_SELECTOR = 'dd62ed3e';
const WORD = /^0x[0-9a-f]{64}$/i;

/** Reads what the contract may take, from the chain itself. */
async function measure(world: World, { schedule, payer }: At<'measuring'>): Promise<void> {
  const { signal, config } = world;
  const { findReader, readCall } = await loadEvm();
  const { chainId } = schedule.network;
  const rpcUrl = rpcUrlOf(config.networks, schedule.networkId);
  const reader = await findReader(await onNetwork(world, schedule, payer), { chainId, rpcUrl });
  const words = [payer.address, schedule.contract].map((one) => one.slice(2).padStart(64, '0'));
  const call = { to: schedule.token.address, data: `0x${ALLOWANCE_SELECTOR}${words.join('')}` };
  const found = reader && (await readCall(reader, call));
  if (signal.aborted) return;
  const isRead = typeof found === 'string' && WORD.test(found);
  const answer = await world.api.view();
  if (signal.aborted) return;
  world.dispatch({
    type: 'measured',
    allowanceUnits: isRead ? BigInt(found) : undefined,
    schedule: answer.status === 200 ? readSchedule(answer.body, world.contractOf) : undefined,
  });
}

/** The wallet, asked to stand on the network of the schedule; one that does not is found out by whoever reads. */
async function onNetwork(world: World, { network, networkId }: Schedule, { wallet }: Payer) {
  const provider = world.provider(wallet.id);
  if (provider === undefined) return undefined;
  const { reconnect, switchChain } = await loadEvm();
  const account = await reconnect(provider);
  if (account?.chainId !== network.chainId) {
    const rpcUrl = rpcUrlOf(world.config.networks, networkId);
    await switchChain(provider, network, rpcUrl).catch(() => undefined);
  }
  return provider;
}

async function approve(world: World, state: At<'approving' | 'lowering'>): Promise<void> {
  const [approval] = state.approvals;
  if (approval !== undefined) await send(world, state, approval);
}

/** Asks for a transaction, unless another tab of this browser asks for one of the same schedule. */
async function send(
  world: World,
  { schedule, payer }: At<'approving' | 'lowering'>,
  { call }: Approval,
): Promise<void> {
  const { signal } = world;
  const { chainId } = schedule.network;
  await alone(world, () =>
    work(world, payer.wallet.id, async (provider) => {
      await onNetwork(world, schedule, payer);
      const evm = await loadEvm();
      if (signal.aborted) return;
      const hash = await evm.send(provider, { ...call, from: payer.address, chainId });
      // It is on its way whatever the payer did meanwhile.
      world.dispatch({ type: 'sent', hash });
    }),
  );
}

async function alone(world: World, request: () => Promise<void>): Promise<void> {
  const hasLock = await inOneTab(world.config.token, request);
  if (!hasLock) world.dispatch({ type: 'failed', notice: 'other_tab' });
}

/** Waits for a block that holds what was sent. */
async function follow(world: World, state: At<'approved' | 'lowered'>): Promise<void> {
  const { schedule, payer, hash } = state;
  const { signal, config } = world;
  const evm = await loadEvm();
  const { chainId } = schedule.network;
  const rpcUrl = rpcUrlOf(config.networks, schedule.networkId);
  const reader = await evm.findReader(world.provider(payer.wallet.id), { chainId, rpcUrl });
  if (reader === undefined) return world.dispatch({ type: 'failed', notice: 'other_network' });
  const done = new AbortController();
  const end = (event: PageEvent) => {
    if (done.signal.aborted || signal.aborted) return;
    done.abort();
    world.dispatch(event);
  };
  const revert = () => end({ type: 'failed', notice: 'reverted' });
  await evm.follow(
    reader,
    { hash, at: Date.now(), signal: AbortSignal.any([signal, done.signal]) },
    {
      onMined: () => end({ type: 'mined' }),
      onVanished: () => undefined,
      onReverted: revert,
      onReplaced: () => undefined,
      onCancelled: revert,
      onLost: revert,
    },
  );
}

/** Asks for the permit, finds out that the payer signed exactly it, and hands it in. */
async function sign(world: World, { schedule, payer, permit }: At<'signing'>): Promise<void> {
  const { signal } = world;
  await alone(world, () =>
    work(world, payer.wallet.id, async (provider) => {
      await onNetwork(world, schedule, payer);
      const { requestTypedSignature, signerOf } = await import('../wallet/typed-data.ts');
      if (signal.aborted) return;
      const { chainId } = schedule.network;
      const data = typedDataOf(permit);
      const { address } = payer;
      const signature = await requestTypedSignature(provider, { address, data, chainId });
      if (!sameAddress(await signerOf(data, signature), address)) {
        world.dispatch({ type: 'failed', notice: 'signed_other' });
        return;
      }
      world.dispatch({ type: 'saved', answer: await world.api.activate(signature) });
    }),
  );
}

/** Asks for the text that stops the schedule, and hands in its signature. */
async function stop(world: World, { schedule, payer }: At<'stopping'>): Promise<void> {
  const { signal } = world;
  await alone(world, () =>
    work(world, payer.wallet.id, async (provider) => {
      const { requestSignature } = await import('../wallet/sign-in.ts');
      const { address } = payer;
      const signature = await requestSignature(provider, {
        address,
        text: stopMessageOf(schedule),
      });
      if (signal.aborted) return;
      world.dispatch({ type: 'saved', answer: await world.api.stop(signature) });
    }),
  );
}
