import type { Answer } from '../api/answer.ts';
import type { Api } from '../api/client.ts';
import { readCalldata } from '../api/read-calldata.ts';
import type { Provider } from '../wallet/provider.ts';
import type { PageConfig } from './config.ts';
import { keep } from './kept.ts';
import type { Memory } from './memory.ts';
import type { At, Progress, Visit, VisitEvent, Wallet } from './places.ts';
import { nextVisit, stepOf } from './visit.ts';
import { words } from './words/en.ts';

/** Milliseconds between two questions while something is about to settle. */
export const SETTLING_POLL_MS = 1_500;

/** How often calldata is asked for again while the API has not seen an approval. */
const CALLDATA_TRIES_MAX = 8;

/** The wallet that a browser used last is offered first. */
export const LAST_WALLET_KEY = 'florin.wallet';

/** Everything the effects share. */
export interface World {
  readonly config: PageConfig;
  readonly api: Api;
  readonly memory: Memory;
  readonly tell: (event: VisitEvent) => void;
  readonly provider: (walletId: string) => Provider | undefined;
  /** Tells the wallets found so far to a place that may not know them yet. */
  readonly offer: () => void;
  /** The newest display data that the API gave. */
  view: unknown;
  /** Ends what the place before had begun. */
  left: AbortController;
  /** How many steps are left once the API has seen the approval that was just mined. */
  stepsExpected: number | undefined;
}

/** Does what a place asks for. Each effect ends by telling what came of it. */
export function arrive(world: World, visit: Visit): void {
  switch (visit.at) {
    case 'loading':
      void view(world);
      break;
    case 'unreachable':
    case 'limited':
      setTimer(world, visit.waitS * 1000, () => void view(world));
      break;
    case 'connect':
      world.offer();
      break;
    case 'connecting':
      void connect(world, visit);
      break;
    case 'asking':
      world.memory.writeProgress(progressOf(visit));
      void askForWallet(world, visit);
      break;
    case 'preparing':
      world.memory.writeProgress(progressOf(visit));
      void prepare(world, visit);
      break;
    case 'switching':
      void switchChain(world, visit);
      break;
    case 'signing':
      void sign(world, visit);
      break;
    case 'approving':
      world.memory.writeProgress({
        ...progressOf(visit),
        approval: { hash: visit.hash, steps: visit.plan.steps.length },
      });
      void followApproval(world, visit);
      break;
    case 'confirming':
      world.memory.write({ sent: visit.sent, chain: visit.link.networkId, view: world.view });
      void followPayment(world, visit);
      break;
    case 'reverted':
      world.memory.forget();
      break;
    default:
      break;
  }
}

/** Asks about the link anew. */
export async function view(world: World): Promise<void> {
  world.tell({ type: 'viewed', answer: await world.api.view() });
}

async function connect(world: World, visit: At<'connecting'>): Promise<void> {
  const { signal } = world.left;
  await withWallet(world, visit.wallet.id, async (provider) => {
    const evm = await import('../wallet/evm.ts');
    const account = await evm.connect(provider);
    if (signal.aborted) return;
    keep(LAST_WALLET_KEY, visit.wallet.id);
    listen(world, provider);
    world.api.tellStep('wallet_connected', {
      wallet_provider: visit.wallet.name,
      wallet_address: account.address,
    });
    world.tell({ type: 'connected', ...account });
  });
}

function progressOf(visit: At<'asking' | 'preparing' | 'approving'>): Progress {
  const { payer, signed } = visit;
  const approval = visit.at === 'approving' ? undefined : visit.approval;
  return { walletId: payer.wallet.id, address: payer.address, signed, approval };
}

/** Goes on with the wallet of before the reload if it still knows this page; it is not opened. */
export async function resume(world: World, wallet: Wallet, progress: Progress): Promise<void> {
  const { signal } = world.left;
  const provider = world.provider(wallet.id);
  if (provider === undefined) return;
  const evm = await import('../wallet/evm.ts');
  const account = await evm.reconnect(provider);
  if (account === undefined || signal.aborted) return;
  listen(world, provider);
  const same = account.address.toLowerCase() === progress.address.toLowerCase();
  world.tell({ type: 'resumed', wallet, ...account, progress: same ? progress : undefined });
}

/** Asks what the link shows to this wallet that it hides from the others. */
async function askForWallet(world: World, visit: At<'asking'>): Promise<void> {
  const { signal } = world.left;
  const answer = await world.api.view(visit.payer.address);
  if (signal.aborted) return;
  if (answer.status === 200) world.view = answer.body;
  world.tell({ type: 'shown', answer });
}

async function prepare(world: World, visit: At<'preparing'>): Promise<void> {
  const { signal } = world.left;
  const expected = world.stepsExpected;
  world.stepsExpected = undefined;
  let answer = await world.api.calldata(visit.payer.address);
  for (let tries = 1; isBehind(answer, expected) && tries < CALLDATA_TRIES_MAX; tries += 1) {
    await pause(SETTLING_POLL_MS);
    answer = await world.api.calldata(visit.payer.address);
  }
  if (!signal.aborted) world.tell({ type: 'prepared', answer });
}

/** The API may read another node than the wallet, one that has not seen the approval yet. */
function isBehind(answer: Answer, stepsExpected: number | undefined): boolean {
  const steps = readCalldata(answer.body).transactions?.length ?? 0;
  return stepsExpected !== undefined && answer.status === 200 && steps > stepsExpected;
}

async function switchChain(world: World, visit: At<'switching'>): Promise<void> {
  const { network, networkId } = visit.link;
  const rpcPath = world.config.networks[networkId]?.rpcPath;
  await withWallet(world, visit.payer.wallet.id, async (provider) => {
    const evm = await import('../wallet/evm.ts');
    const chainId = await evm.switchChain(provider, {
      chainId: network.chainId,
      name: network.name,
      coin: network.nativeSymbol,
      rpcUrl: rpcPath === undefined ? undefined : new URL(rpcPath, location.href).href,
    });
    world.tell({ type: 'chain_changed', chainId });
  });
}

/** Asks for fresh calldata first: what was reviewed a while ago may no longer be what to sign. */
async function sign(world: World, visit: At<'signing'>): Promise<void> {
  const { link, payer, plan } = visit;
  const step = stepOf(plan);
  if (step === undefined) return;
  const paid = world.memory.read()?.sent;
  if (paid !== undefined && step.kind === 'pay') {
    // Another tab of this browser was faster.
    world.tell({ type: 'sent', hash: paid.hash, now: paid.at });
    return;
  }
  const answer = await world.api.calldata(payer.address);
  if (!isSamePlan(visit, answer)) {
    world.tell({ type: 'changed', answer });
    return;
  }
  await withWallet(world, payer.wallet.id, async (provider) => {
    const evm = await import('../wallet/evm.ts');
    const paying = step.kind === 'pay';
    const told = propertiesOf(visit);
    if (paying) {
      world.memory.write({ sent: undefined, chain: link.networkId, view: world.view });
      world.api.tellStep('payment_sent_to_wallet', told);
    }
    try {
      const hash = await evm.send(provider, {
        ...step.call,
        from: payer.address,
        chainId: link.network.chainId,
      });
      const now = Date.now();
      if (paying) {
        const sent = { hash, at: now, walletId: payer.wallet.id };
        world.memory.write({ sent, chain: link.networkId, view: world.view });
        world.api.tellStep('payment_approved_in_wallet', {
          ...told,
          payment_submission_id: hash,
          payment_submission_id_type: 'evm_tx_hash',
        });
      }
      world.tell({ type: 'sent', hash, now });
    } catch (error) {
      if (paying) world.memory.forget();
      throw error;
    }
  });
}

/** The server hashes the wallet's address before it keeps it. */
function propertiesOf({ link, payer }: At<'signing'>): Readonly<Record<string, string>> {
  return {
    wallet_provider: payer.wallet.name,
    wallet_address: payer.address,
    selected_source_chain: link.networkId,
    payment_type: 'single',
  };
}

function isSamePlan(visit: At<'signing'>, answer: Answer): boolean {
  const fresh = nextVisit(
    { at: 'preparing', link: visit.link, wallets: [], payer: visit.payer, signed: visit.signed },
    { type: 'prepared', answer },
  );
  if (fresh.at !== 'review') return false;
  const callsOf = (steps: readonly { readonly call: object }[]) =>
    JSON.stringify(steps.map((step) => step.call));
  return callsOf(fresh.plan.steps) === callsOf(visit.plan.steps);
}

async function followApproval(world: World, visit: At<'approving'>): Promise<void> {
  const { signal } = world.left;
  await withWallet(world, visit.payer.wallet.id, async (provider) => {
    const evm = await import('../wallet/evm.ts');
    const tellMined = (succeeded: boolean) => {
      if (signal.aborted) return;
      world.stepsExpected = succeeded ? visit.plan.steps.length - 1 : undefined;
      world.tell({ type: 'approval_mined', succeeded });
    };
    await evm.follow(
      { provider },
      { hash: visit.hash, at: Date.now(), signal },
      {
        onMined: () => tellMined(true),
        onReverted: () => tellMined(false),
        onReplaced: () => undefined,
        onCancelled: () => tellMined(true),
        onLost: () => tellMined(true),
      },
    );
  });
}

async function followPayment(world: World, visit: At<'confirming'>): Promise<void> {
  const { signal } = world.left;
  const evm = await import('../wallet/evm.ts');
  let reader = await readerFor(world, visit, evm);
  while (reader === undefined) {
    // Without a reader the API alone tells how it goes; a wallet may still announce itself.
    await pause(SETTLING_POLL_MS);
    if (signal.aborted) return;
    reader = await readerFor(world, visit, evm);
  }
  const { hash, at, walletId } = visit.sent;
  await evm.follow(
    reader,
    { hash, at, signal },
    {
      onMined: (confirmations) => world.tell({ type: 'payment_mined', confirmations }),
      onReverted: (reverted) => world.tell({ type: 'payment_reverted', hash: reverted }),
      onReplaced: (replaced) => {
        const sent = { hash: replaced, at, walletId };
        world.memory.write({ sent, chain: visit.link.networkId, view: world.view });
        world.tell({ type: 'replaced', hash: replaced });
      },
      onCancelled: () => {
        world.memory.forget();
        world.tell({ type: 'cancelled' });
      },
      onLost: () => world.tell({ type: 'lost' }),
    },
  );
}

type Evm = typeof import('../wallet/evm.ts');

/** The wallet that paid, else the page's own relay; whoever stands on the right chain. */
async function readerFor(world: World, visit: At<'confirming'>, evm: Evm) {
  const { networkId, network } = visit.link;
  const rpcPath = world.config.networks[networkId]?.rpcPath;
  const relay =
    rpcPath === undefined ? undefined : { rpcPath: new URL(rpcPath, location.href).href };
  const provider = world.provider(visit.sent.walletId);
  if (provider !== undefined && (await evm.readsChain({ provider }, network.chainId))) {
    return { provider };
  }
  return relay;
}

async function withWallet(
  world: World,
  walletId: string,
  work: (provider: Provider) => Promise<void>,
): Promise<void> {
  try {
    const evm = await import('../wallet/evm.ts');
    const provider = world.provider(walletId);
    if (provider === undefined) throw new evm.WalletError('disconnected');
    await work(provider);
  } catch (error) {
    const refusal: unknown =
      error instanceof Error && error.name === 'WalletError'
        ? Reflect.get(error, 'refusal')
        : undefined;
    world.tell({ type: 'wallet_refused', refusal: isRefusal(refusal) ? refusal : 'failed' });
  }
}

type Refused = Extract<VisitEvent, { type: 'wallet_refused' }>['refusal'];

function isRefusal(value: unknown): value is Refused {
  return typeof value === 'string' && value in words.notices;
}

const listened = new WeakSet<Provider>();

function listen(world: World, provider: Provider): void {
  if (listened.has(provider)) return;
  listened.add(provider);
  provider.on?.('chainChanged', (value) => {
    world.tell({ type: 'chain_changed', chainId: Number(value) });
  });
  provider.on?.('accountsChanged', (value) => {
    const [address]: unknown[] = Array.isArray(value) ? value : [];
    world.tell({
      type: 'account_changed',
      address: typeof address === 'string' ? address : undefined,
    });
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function setTimer(world: World, waitMs: number, work: () => void): void {
  const timer = setTimeout(work, waitMs);
  world.left.signal.addEventListener('abort', () => clearTimeout(timer));
}
