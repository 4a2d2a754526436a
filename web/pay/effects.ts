import { readView } from '../api/read-view.ts';
import { isUnloaded } from '../engine/is-unloaded.ts';
import { runLater } from '../engine/loop.ts';
import type { Answer } from '../engine/request.ts';
import { sameAddress } from '../ui/address.ts';
import type { AccountOffers } from '../wallet/capabilities.ts';
import type { Provider, Wallet } from '../wallet/provider.ts';
import { fetchCaughtUp, fetchPrepared } from './fetch-prepared.ts';
import { mayOpenWallet } from './first-approval.ts';
import { KNOWN_WALLET_KEY, LAST_WALLET_KEY, writeKept } from './kept.ts';
import { loadBilled } from './later.tsx';
import { dropReverted } from './move-fees.ts';
import { isTakenBack } from './on-network.ts';
import type { At, PageState, Prepared, Progress } from './page-state.ts';
import { loadedSafe, loadSafe } from './safe-part.ts';
import { type World, withWallet } from './world.ts';

/** Runs the effect of a page state. Each effect ends by dispatching its result. */
export function arrive(world: World, state: PageState): void {
  switch (state.at) {
    case 'unreachable':
    case 'limited':
      runLater(world.signal, state.waitS * 1000, () => void view(world));
      break;
    case 'connect':
    case 'unsupported':
    case 'expired':
      if (isTakenBack(state)) followAgain(world);
      world.offer();
      break;
    case 'connecting':
      void connect(world, state);
      break;
    case 'asking':
      world.memory.writeProgress(progressOf(state));
      fetchForWallet(world, state).catch(sayUnloaded(world));
      break;
    case 'preparing':
      world.memory.writeProgress(progressOf(state));
      prepare(world, state).catch(sayUnloaded(world));
      break;
    case 'review':
      void loadBilled().then(({ requote }) => requote(world, state));
      void loadBilled().then(({ openAnnounced }) => openAnnounced(world, state));
      break;
    case 'stale':
      void loadBilled().then(({ awaitRate }) => awaitRate(world, state));
      break;
    case 'switching':
      void loadBilled().then(({ switchChain }) => switchChain(world, state));
      break;
    case 'signing':
      loadBilled()
        .then(({ sign }) => sign(world, state))
        .catch(sayUnloaded(world));
      break;
    case 'proposed':
      void loadSafe().then(({ followProposal }) => followProposal(world, state));
      break;
    case 'approving':
      world.memory.writeProgress({
        ...progressOf(state),
        ...(state.part?.hash !== state.hash && {
          approval: { hash: state.hash, steps: state.plan.steps.length },
        }),
      });
      void loadBilled().then(({ followApproval }) => followApproval(world, state));
      break;
    case 'confirming':
      world.memory.write({ sent: state.sent, chain: state.link.networkId, view: world.view });
      void loadBilled().then(({ rememberPayees }) => rememberPayees(state.link));
      void loadBilled().then(({ followPayment }) => followPayment(world, state));
      break;
    case 'reverted':
      dropReverted(world, state.hash);
      break;
    case 'done':
      void readReceipt(world);
      break;
    default:
      break;
  }
}

/** The network has taken a payment back; where it was sent from this browser, it is followed again. */
function followAgain({ memory, dispatch }: World): void {
  const known = memory.read();
  if (known?.sent !== undefined) dispatch({ type: 'remembered', memory: known });
}

/** Reads the link again. */
export async function view(world: World): Promise<void> {
  const answer = await world.api.view();
  await loadNetwork(answer);
  world.dispatch({ type: 'viewed', answer });
  loadedSafe()?.judgeAnswer(world, answer);
}

/** Adds the network of a link that every page load does not bring along. */
export async function loadNetwork({ body }: Pick<Answer, 'body'>): Promise<void> {
  if (readView(body).network === 'tron') await import('../wallet/tron/tron-network.ts');
}

/** Reads what only this browser has stored about a complete payment. */
async function readReceipt(world: World): Promise<void> {
  const { feesPaid } = await loadBilled();
  world.dispatch({ type: 'fees_known', fees: feesPaid(world.config.token) });
}

async function connect(world: World, state: At<'connecting'>): Promise<void> {
  const { signal } = world;
  await withWallet(world, state.wallet.id, async (provider) => {
    const code = await codeOf(provider);
    const account = await code.connect(provider);
    if (signal.aborted) return;
    for (const key of [LAST_WALLET_KEY, KNOWN_WALLET_KEY]) writeKept(key, state.wallet.id);
    listen(world, provider);
    world.api.reportProgress('wallet_connected', {
      wallet_provider: state.wallet.name,
      wallet_address: account.address,
    });
    world.dispatch({ type: 'connected', ...account, mayOpen: mayOpenWallet(world) });
  });
}

/** The code of a wallet comes with it, or is loaded. */
async function codeOf({ code }: Provider) {
  return code ?? (await import('../wallet/evm.ts'));
}

function progressOf(state: At<'asking' | 'preparing' | 'approving'>): Progress {
  const { payer, signed, part } = state;
  const approval = state.at === 'approving' ? undefined : state.approval;
  return { walletId: payer.wallet.id, address: payer.address, signed, approval, part };
}

/** Continues with a wallet of before if it is still connected to this page; it is not opened. */
export async function resume(
  world: World,
  wallet: Wallet,
  progress: Progress | undefined,
): Promise<void> {
  const { signal } = world;
  const provider = world.provider(wallet.id);
  if (provider === undefined) return;
  const code = await codeOf(provider);
  const account = await code.reconnect(provider);
  if (account === undefined || signal.aborted) return;
  listen(world, provider);
  const before = progress?.address;
  const known = account.accounts?.find((one) => sameAddress(one, before));
  const address = known ?? account.address;
  const same = sameAddress(address, before);
  world.dispatch({
    type: 'resumed',
    wallet,
    ...account,
    address,
    progress: same ? progress : undefined,
  });
}

/** Reads what the link shows to this wallet and hides from others. */
async function fetchForWallet(world: World, state: At<'asking'>): Promise<void> {
  const { signal } = world;
  const [answer] = await Promise.all([world.api.view(state.payer.address), loadBilled()]);
  if (signal.aborted) return;
  await loadNetwork(answer);
  if (answer.status === 200) world.view = answer.body;
  world.dispatch({ type: 'shown', answer });
}

async function prepare(world: World, state: At<'preparing'>): Promise<void> {
  const { signal } = world;
  const account = readAccount(world, state);
  const [plain, { isContract }] = await Promise.all([
    fetchCaughtUp(
      world,
      state,
      account.then(({ together }) => together),
    ),
    account,
    loadBilled(),
  ]);
  const mayBeSafe = isContract !== false && plain.answer.status === 200;
  const prepared = mayBeSafe ? await prepareForSafe(world, state, { plain, isContract }) : plain;
  if (!signal.aborted) world.dispatch({ type: 'prepared', ...prepared });
}

/** Says that a part of the page did not load; what is no such failure is thrown again. */
function sayUnloaded({ signal, dispatch }: World): (error: unknown) => void {
  return (error) => {
    if (!isUnloaded(error)) throw error;
    if (!signal.aborted) dispatch({ type: 'wallet_refused', refusal: 'unloaded' });
  };
}

/** What the wallet offers on the link's network, and whether its account is a contract there. */
async function readAccount(world: World, { link, payer }: At<'preparing'>): Promise<AccountOffers> {
  const wallet = await import('../wallet/capabilities.ts');
  const { chainId } = link.network;
  // Nobody pays for several payments.
  const isSponsored =
    link.kind === 'single' && world.config.networks[link.networkId]?.paymasterUrl !== undefined;
  return await wallet.readAccount(world.provider(payer.wallet.id), payer, { chainId, isSponsored });
}

/** What the owners of a Safe would sign, where the account is one. */
async function prepareForSafe(
  world: World,
  state: At<'preparing'>,
  plainly: { readonly plain: Prepared } & Pick<AccountOffers, 'isContract'>,
): Promise<Prepared> {
  const { link, payer } = state;
  const asSafe = await fetchPrepared(world, { link, payer, together: 'safe' });
  return (await loadSafe()).choosePrepared(world, state, { ...plainly, asSafe });
}

const listened = new WeakSet<Provider>();

function listen(world: World, provider: Provider): void {
  if (listened.has(provider)) return;
  listened.add(provider);
  provider.on?.('chainChanged', (value) => {
    world.dispatch({ type: 'chain_changed', chainId: Number(value) });
  });
  provider.on?.('accountsChanged', (value) => {
    const all: readonly unknown[] = Array.isArray(value) ? value : [];
    const accounts = all.filter((one) => typeof one === 'string');
    world.dispatch({ type: 'account_changed', address: accounts[0], accounts });
  });
}
