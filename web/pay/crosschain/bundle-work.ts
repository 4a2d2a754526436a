import type { Api } from '../../api/client.ts';
import { readRefusal } from '../../api/read-view.ts';
import { openRoutesApi } from '../../api/routes.ts';
import { list, member, texts } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { pause } from '../../engine/wait.ts';
import { inOneTab } from '../../wallet/one-tab.ts';
import type { Provider } from '../../wallet/provider.ts';
import { rpcUrlOf } from '../../wallet/relay.ts';
import { mayHaveSent, withWallet } from '../../wallet/with-wallet.ts';
import type { PageConfig } from '../config.ts';
import type { PageEvent, Payer } from '../page-state.ts';
import { paidBefore, rememberPayees } from '../paid-before.ts';
import type { Step } from '../plan.ts';
import { type BundleChild, readBundleChildren } from './bundle-children.ts';
import type { BundleMemory, KeptBundle } from './bundle-memory.ts';
import {
  type BundleEvent,
  type BundleQuote,
  type BundleStep,
  type ChildIntent,
  nextOf,
  type SentChild,
} from './bundle-state.ts';
import { checkBridgeBundle } from './check-bridge-bundle.ts';
import { followApproval } from './follow-approval.ts';
import { isOpen, isSameHash, readIntents } from './payment-intents.ts';
import { REFUSALS } from './quote-route.ts';
import { noteShown } from './resume.ts';
import type { RouteSource } from './source-options.ts';

/** Everything that paying a bundle from another network touches. */
export interface BundleWorld {
  readonly config: PageConfig;
  readonly api: Api;
  readonly memory: BundleMemory;
  /** As the page shows them: what calldata is compared with. */
  readonly children: readonly BundleChild[];
  /** Whether no one network can pay them at once. */
  readonly isApart: boolean;
  readonly payer: Payer | undefined;
  readonly provider: (walletId: string) => Provider | undefined;
  readonly signal: AbortSignal;
  readonly dispatch: (event: BundleEvent) => void;
  readonly dispatchPage: (event: PageEvent) => void;
  /** Payments that may still arrive, of which the payer was warned. */
  readonly warned: Set<string>;
}

/** Prepares routes for all children, and compares them with what the page shows. */
export async function prepareBundle(world: BundleWorld, source: RouteSource): Promise<void> {
  const { signal, payer, config, children } = world;
  if (payer === undefined) return;
  const { chain, token } = source;
  const routes = openRoutesApi(config);
  const begunAt = Date.now();
  const answer = await routes.prepare({ wallet: payer.address, chain, token });
  if (signal.aborted) return;
  if (answer.status !== 200) return refuse(world, answer);
  const { body } = answer;
  const known = { own: payer.address, paid: paidBefore() };
  const now = Date.now();
  const plan = checkBridgeBundle({ children, wallet: payer.address, source, body, now, known });
  if (plan.kind === 'refused') return world.dispatch({ type: 'mismatched', problem: plan.reason });
  const left: BundleStep[] = [
    ...plan.approvals.map((step) => ({ kind: 'approval' as const, step })),
    ...plan.routes.map((route) => ({ kind: 'route' as const, route })),
    ...plan.feeSteps.map((step) => ({ kind: 'fee' as const, step })),
  ];
  const expiresAt = begunAt + validMs(member(body, 'metadata'));
  const notice = plan.hasEnoughBalance ? (plan.hasEnoughGas ? undefined : 'no_gas') : 'short';
  world.dispatch({
    type: 'quoted',
    quote: { source, plan, left, expiresAt },
    ...(notice && { notice }),
  });
}

function refuse({ dispatch, dispatchPage, isApart }: BundleWorld, answer: Answer): void {
  const { status, body } = answer;
  if (status === 400) {
    const { code } = readRefusal(body);
    const isTooLong = code === 'multicall_validation_failed';
    const known = isTooLong ? 'too_many' : REFUSALS.find((one) => one === code);
    dispatch({ type: 'refused', notice: known ?? 'route_not_available' });
  } else if (status === 429) dispatch({ type: 'refused', notice: 'limited' });
  else if (status === 0 || status >= 500) dispatch({ type: 'refused', notice: 'provider_away' });
  // Paid, expired, not allowed, or on its way: the page shows which.
  else {
    if (status !== 409) dispatchPage({ type: 'refresh' });
    if (status === 409 || isApart) dispatchPage({ type: 'viewed', answer });
  }
}

/** Twenty children take ten minutes to sign; prices are never taken as good for longer. */
const QUOTE_VALID_MS_MAX = 900_000;

/** For how long the prices are good: by the API's two times, because the clock of this device may be wrong. */
function validMs(metadata: unknown): number {
  const { quoteFetchedAt = '', quoteExpiresAt = '' } = texts(metadata, [
    'quoteFetchedAt',
    'quoteExpiresAt',
  ]);
  const ms = Date.parse(quoteExpiresAt) - Date.parse(quoteFetchedAt);
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), QUOTE_VALID_MS_MAX);
}

/** Requests the wallet to switch to the network where the routes start. */
export async function switchToBundleSource(world: BundleWorld, quote: BundleQuote): Promise<void> {
  const { network, networkId } = quote.source;
  const rpcUrl = rpcUrlOf(world.config.networks, networkId);
  const refusal = await withWallet(
    world.provider(world.payer?.wallet.id ?? ''),
    async (provider) => {
      const evm = await import('../../wallet/evm.ts');
      const chainId = await evm.switchChain(provider, network, rpcUrl);
      world.dispatchPage({ type: 'chain_changed', chainId });
    },
  );
  if (!world.signal.aborted) world.dispatch({ type: 'stopped', notice: refusal });
}

interface Signing {
  readonly quote: BundleQuote;
  readonly sent: readonly SentChild[];
}

/** Requests the next signature, unless another tab of this browser has a request for this bundle. */
export async function signBundle(world: BundleWorld, signing: Signing): Promise<void> {
  const { payer, signal } = world;
  if (payer === undefined) return;
  const hasLock = await inOneTab(world.config.token, () => signHere(world, signing, payer));
  if (!hasLock && !signal.aborted) world.dispatch({ type: 'stopped', notice: 'other_tab' });
}

async function signHere(world: BundleWorld, { quote, sent }: Signing, payer: Payer): Promise<void> {
  const next = nextOf(quote);
  if (next === undefined) return;
  // All payments were sent: their fees are signed as they were reviewed.
  if (next.kind === 'fee') return await payFee(world, { quote, step: next.step, payer });
  const kept = world.memory.read();
  // Another tab of this browser has sent routes of it meanwhile.
  if (typeof kept === 'object' && kept.sent.length > sent.length) {
    world.dispatch({ type: 'follow', sent: kept.sent });
    return;
  }
  if (Date.now() >= quote.expiresAt) {
    world.dispatch({ type: 'stopped', notice: undefined });
    world.dispatch({ type: 'expired' });
    return;
  }
  const view = await readDue(world, { sent, next });
  if (view === undefined || world.signal.aborted) return;
  const refusal = await withWallet(world.provider(payer.wallet.id), (provider) =>
    next.kind === 'approval'
      ? approve(world, { quote, next, payer, provider })
      : payChild(world, { quote, sent, next, payer, provider, view }),
  );
  if (refusal !== undefined) world.dispatch({ type: 'stopped', notice: refusal });
}

/** What is signed, and by whom. */
interface Sending {
  readonly quote: BundleQuote;
  readonly step: Step;
  readonly payer: Payer;
}

async function payFee(world: BundleWorld, sending: Sending): Promise<void> {
  const { wallet } = sending.payer;
  const refusal = await withWallet(world.provider(wallet.id), async (provider) => {
    await send(provider, sending);
    world.dispatch({ type: 'fee_sent' });
  });
  if (refusal !== undefined) world.dispatch({ type: 'stopped', notice: refusal });
}

async function send(provider: Provider, { quote, step, payer }: Sending): Promise<string> {
  const evm = await import('../../wallet/evm.ts');
  const { chainId } = quote.source.network;
  return await evm.send(provider, { ...step.call, from: payer.address, chainId });
}

/** The bundle, if what is signed next is due as it is shown, and the payer knows of payments that may still arrive. */
async function readDue(
  world: BundleWorld,
  { sent, next }: { readonly sent: readonly SentChild[]; readonly next: BeforeFees },
): Promise<unknown> {
  const { signal, payer, warned } = world;
  const { status, body, ...rest } = await world.api.view(payer?.address);
  if (signal.aborted) return undefined;
  if (status === 409) world.dispatchPage({ type: 'viewed', answer: { status, body, ...rest } });
  else if (status !== 200) world.dispatch({ type: 'stopped', notice: 'api_away' });
  else if (!isDue(world, body, next)) {
    if (sent.length > 0) world.dispatch({ type: 'follow', sent });
    else world.dispatchPage({ type: 'refresh' });
  } else {
    const own = new Set(sent.map(({ hash }) => hash.toLowerCase()));
    const open = readChildIntents(body).filter(
      (one) => isOpen(one) && !own.has((one.hash ?? '').toLowerCase()),
    );
    const isKnown = open.every(({ id }) => warned.has(id));
    for (const { id } of open) warned.add(id);
    if (isKnown) return body;
    world.dispatch({ type: 'stopped', notice: 'second_payment' });
  }
  return undefined;
}

type BeforeFees = Exclude<BundleStep, { readonly kind: 'fee' }>;

/** Before an approval all children have to be due as they are shown, before a route its own child. */
function isDue({ children }: BundleWorld, body: unknown, next: BeforeFees): boolean {
  const now = readBundleChildren(body) ?? [];
  const asked =
    next.kind === 'approval'
      ? children
      : children.filter(({ position }) => position === next.route.position);
  return asked.every((child) => now.some((one) => termsOf(one) === termsOf(child)));
}

function termsOf({ position, link: { networkId, payments } }: BundleChild): string {
  const [{ asset, amountUnits, payee }] = payments;
  return [position, networkId, asset.address, amountUnits, payee].join(' ');
}

interface Approving {
  readonly quote: BundleQuote;
  readonly next: Extract<BundleStep, { kind: 'approval' }>;
  readonly payer: Payer;
  readonly provider: Provider;
}

async function approve(
  world: BundleWorld,
  { quote, next, payer, provider }: Approving,
): Promise<void> {
  const hash = await send(provider, { quote, step: next.step, payer });
  world.dispatchPage({ type: 'spent', spent: 'fees' });
  world.dispatch({ type: 'began', work: { doing: 'approving', hash } });
}

interface Paying extends Omit<Approving, 'next'> {
  readonly next: Extract<BundleStep, { kind: 'route' }>;
  readonly sent: readonly SentChild[];
  readonly view: unknown;
}

/** The hash is stored before anything else, and the open request before that. */
async function payChild(world: BundleWorld, paying: Paying): Promise<void> {
  const { quote, sent, next, payer, provider, view } = paying;
  const { position, plan } = next.route;
  const step = plan.steps.find(({ kind }) => kind === 'pay');
  if (step === undefined) return;
  const { chain, token, networkId } = quote.source;
  const about = { chain, token, networkId, payer: payer.address, walletId: payer.wallet.id, view };
  const before = world.memory.read();
  world.memory.write({ ...about, sent });
  let hash: string;
  try {
    hash = await send(provider, { quote, step, payer });
  } catch (error) {
    // An earlier request may still be open, and so may this one where nothing is known of it.
    const isNone = before === undefined && sent.length === 0;
    if (isNone && !mayHaveSent(error)) world.memory.clear();
    throw error;
  }
  const childToken = tokenOf(view, position);
  const child: SentChild = { position, childToken, hash, isRecorded: false };
  const kept: KeptBundle = { ...about, sent: [...sent, child] };
  world.memory.write(kept);
  for (const one of world.children) if (one.position === position) rememberPayees(one.link);
  world.dispatchPage({ type: 'spent', spent: 'fees' });
  world.dispatch({ type: 'sent', child });
  void recordChild(world, kept, child);
}

function tokenOf(view: unknown, position: number): string {
  return texts(list(view, 'children')[position], ['securePaymentToken']).securePaymentToken ?? '';
}

/** Reports the transaction of a child by the link of that child, until the API has answered. */
async function recordChild(
  { config, memory, dispatch }: BundleWorld,
  { chain, token, payer: payerAddress }: KeptBundle,
  { hash: txHash, childToken }: SentChild,
): Promise<void> {
  const routes = openRoutesApi({ ...config, token: childToken });
  const { status } = await routes.recordIntent({ txHash, chain, token, payerAddress });
  // The child may be paid or have ended by now, and knows the payment from the chain.
  const isAnswered = status === 200 || (status >= 400 && status < 500 && status !== 429);
  if (!isAnswered) return;
  const kept = memory.read();
  if (typeof kept === 'object') {
    const sent = kept.sent.map((one) => (one.hash === txHash ? { ...one, isRecorded: true } : one));
    memory.write({ ...kept, sent });
  }
  dispatch({ type: 'recorded', hash: txHash });
}

/** Follows an approval until a block holds it; then the first route is due. */
export async function followBundleApproval(world: BundleWorld, hash: string): Promise<void> {
  const { signal, payer, config } = world;
  const provider = world.provider(payer?.wallet.id ?? '');
  if (provider === undefined) return world.dispatch({ type: 'stopped', notice: 'disconnected' });
  await followApproval({ provider, hash, signal, config, dispatch: world.dispatch });
}

/** Children take a while, each its own: they are asked about every three seconds. */
const POLL_MS = 3_000;

/** Follows the children until the bundle has ended or the page is left; what this browser sent is reported first. */
export async function followBundle(world: BundleWorld): Promise<void> {
  const { signal } = world;
  while (!signal.aborted) {
    await recordAll(world);
    await readBundleAgain(world);
    if (!signal.aborted) await pause(POLL_MS);
  }
}

async function recordAll(world: BundleWorld): Promise<void> {
  const kept = world.memory.read();
  if (typeof kept !== 'object') return;
  for (const one of kept.sent) if (!one.isRecorded) await recordChild(world, kept, one);
}

async function readBundleAgain({
  api,
  signal,
  payer,
  memory,
  ...world
}: BundleWorld): Promise<void> {
  const answer = await api.view(payer?.address);
  if (signal.aborted) return;
  if (answer.status === 409) {
    memory.clear();
    world.dispatchPage({ type: 'viewed', answer });
  } else if (answer.status === 200) {
    const { body: view } = answer;
    const intents = readChildIntents(view);
    const sent = memory.read();
    const hashes = typeof sent === 'object' ? sent.sent.map(({ hash }) => hash) : [];
    noteShown([...intents.map(({ id }) => id), ...hashes]);
    // Where it is final how all of it ended, another try may be sent from this browser.
    if (hasEnded(memory.read(), intents)) memory.clear();
    world.dispatch({ type: 'read', view, intents });
  } else if (answer.status === 0 || answer.status >= 500) world.dispatch({ type: 'unanswered' });
}

function hasEnded(
  kept: ReturnType<BundleMemory['read']>,
  intents: readonly ChildIntent[],
): boolean {
  return (
    typeof kept === 'object' &&
    kept.sent.every(({ hash }) => intents.some((one) => isSameHash(one.hash, hash) && !isOpen(one)))
  );
}

/** The payments from other networks of the children of a bundle. */
function readChildIntents(view: unknown): readonly ChildIntent[] {
  const positions = new Map(
    list(view, 'paymentIntents').map((one) => [
      texts(one, ['intentId']).intentId,
      member(one, 'childPosition'),
    ]),
  );
  return readIntents(view).map((intent) => {
    const position = positions.get(intent.id);
    return { ...intent, position: typeof position === 'number' ? position : undefined };
  });
}
