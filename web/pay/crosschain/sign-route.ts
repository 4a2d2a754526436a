import { inOneTab } from '../../wallet/one-tab.ts';
import type { Provider } from '../../wallet/provider.ts';
import { rpcUrlOf } from '../../wallet/relay.ts';
import { mayHaveSent, withWallet } from '../../wallet/with-wallet.ts';
import { type Link, readLink } from '../link.ts';
import type { Payer } from '../page-state.ts';
import { rememberPayees } from '../paid-before.ts';
import type { Step } from '../plan.ts';
import { followApproval } from './follow-approval.ts';
import { isOpen, readIntents } from './payment-intents.ts';
import { refreshRoute } from './quote-route.ts';
import { recordRoute } from './record-route.ts';
import { nextStep, type RouteEvent, type RouteQuote } from './route-state.ts';
import { FOLLOWED, type RouteWorld } from './route-world.ts';
import { loadSafeRoute } from './safe-route-part.ts';
import { isRecordable, type SentRoute } from './sent-route.ts';

/** Requests the wallet to switch to the network where the route starts. */
export async function switchToSource(world: RouteWorld, quote: RouteQuote): Promise<void> {
  const { payer, signal } = world;
  const { network, networkId } = quote.source;
  const rpcUrl = rpcUrlOf(world.config.networks, networkId);
  const refusal = await withWallet(world.provider(payer?.wallet.id ?? ''), async (provider) => {
    const evm = await import('../../wallet/evm.ts');
    const chainId = await evm.switchChain(provider, network, rpcUrl);
    world.dispatchPage({ type: 'chain_changed', chainId });
    if (quote.safe === undefined || payer === undefined) return;
    const { renewSafeTerms } = await loadSafeRoute();
    const { source, safe } = quote;
    const renewed = await renewSafeTerms(provider, { payer, source, safe });
    if (!signal.aborted) world.dispatch({ type: 'quoted', quote: { ...quote, safe: renewed } });
  });
  if (!signal.aborted) world.dispatch({ type: 'stopped', notice: refusal });
}

/** Requests the next signature, unless another tab of this browser has a request for this link. */
export async function signRoute(world: RouteWorld, quote: RouteQuote): Promise<void> {
  const { payer, signal } = world;
  if (payer === undefined) return;
  const hasLock = await inOneTab(world.config.token, () => signHere(world, quote, payer));
  if (!hasLock && !signal.aborted) world.dispatch({ type: 'stopped', notice: 'other_tab' });
}

async function signHere(world: RouteWorld, quote: RouteQuote, payer: Payer): Promise<void> {
  const first = nextStep(quote);
  // The payment itself was sent: its fees are signed as they were reviewed.
  if (first?.kind === 'fee') return await payFee(world, { quote, step: first, payer });
  const kept = world.memory.read();
  if (typeof kept === 'object' && !world.warned.has(kept.hash)) {
    // Another tab of this browser was faster.
    world.dispatch({ type: 'sent', sent: kept });
    world.dispatchPage(FOLLOWED);
    return;
  }
  const current = await renew(world, quote);
  if (current === undefined) return;
  const view = await readDue(world, payer);
  const step = nextStep(current);
  if (view === undefined || step === undefined) return;
  if (current.safe !== undefined) {
    const { signAsSafe } = await loadSafeRoute();
    return await signAsSafe(world, { quote: current, payer, view });
  }
  const refusal = await withWallet(world.provider(payer.wallet.id), (provider) => {
    const signing = { quote: current, step, payer, provider, view };
    return step.kind === 'pay' ? pay(world, signing) : approve(world, signing);
  });
  if (refusal !== undefined) world.dispatch({ type: 'stopped', notice: refusal });
}

/** The quote as it is signed: a fresh one, where its price is too old; undefined where that one has to be reviewed. */
async function renew(world: RouteWorld, quote: RouteQuote): Promise<RouteQuote | undefined> {
  if (Date.now() < quote.expiresAt) return quote;
  const event = await refreshRoute(world, quote);
  if (event === undefined) return undefined;
  const isSame =
    event.type === 'quoted' &&
    event.notice === undefined &&
    event.quote.plan.sourceUnits <= quote.plan.sourceUnits &&
    nextStep(event.quote)?.kind === nextStep(quote)?.kind;
  if (isSame) return event.quote;
  world.dispatch(event.type === 'quoted' ? withPriceChange(event, quote) : event);
  return undefined;
}

type Quoted = Extract<RouteEvent, { readonly type: 'quoted' }>;

/** A refreshed quote, with the amount before it where that was another one. */
export function withPriceChange(event: Quoted, { plan }: RouteQuote): Quoted {
  const { sourceUnits: beforeUnits } = plan;
  const isOther = event.quote.plan.sourceUnits !== beforeUnits;
  return isOther && event.notice === undefined ? { ...event, notice: { beforeUnits } } : event;
}

/** The link, if it is to be paid as it is shown, and the payer knows of its other payments that may still arrive. */
async function readDue(world: RouteWorld, payer: Payer): Promise<unknown> {
  const { signal, link, warned } = world;
  const answer = await world.api.view(payer.address);
  if (signal.aborted) return undefined;
  if (answer.status === 409) world.dispatchPage({ type: 'viewed', answer });
  else if (
    answer.status === 403 ||
    answer.status === 423 ||
    (answer.status === 200 && !isSameLink(link, answer.body))
  ) {
    world.dispatchPage({ type: 'refresh' });
  } else if (answer.status !== 200) world.dispatch({ type: 'stopped', notice: 'api_away' });
  else {
    const open = readIntents(answer.body).filter(isOpen);
    const isKnown = open.every(({ id }) => warned.has(id));
    for (const { id } of open) warned.add(id);
    if (isKnown) return answer.body;
    world.dispatch({ type: 'stopped', notice: 'second_payment' });
  }
  return undefined;
}

function isSameLink(link: Link, body: unknown): boolean {
  const now = readLink(body);
  if (typeof now === 'string') return false;
  const termsOf = ({ networkId, payments: [one] }: Link) =>
    [networkId, one.asset.address, one.amountUnits, one.payee, one.paymentReference].join(' ');
  return termsOf(now) === termsOf(link);
}

/** The next step of a route, and who is requested to sign it. */
interface Signing {
  readonly quote: RouteQuote;
  readonly step: Step;
  readonly payer: Payer;
  readonly provider: Provider;
  /** The display data of this moment. */
  readonly view: unknown;
}

async function approve(world: RouteWorld, signing: Signing): Promise<void> {
  const hash = await send(signing);
  world.dispatchPage({ type: 'spent', spent: 'fees' });
  world.dispatch({ type: 'began', work: { doing: 'approving', hash } });
}

/** The hash is stored before anything else, and the open request of the wallet before that. */
async function pay(world: RouteWorld, signing: Signing): Promise<void> {
  const { memory, link } = world;
  const { quote, payer } = signing;
  const { chain, token, networkId } = quote.source;
  const request = { chain, token, networkId, payer: payer.address, view: signing.view };
  const before = memory.read();
  // What is sent now takes its place in this browser.
  if (typeof before === 'object' && !before.isRecorded) await recordRoute(world, before);
  const restore = memory.backUp();
  memory.writeRequest(request);
  let hash: string;
  try {
    hash = await send(signing);
  } catch (error) {
    if (!mayHaveSent(error)) restore();
    // Where nothing is known of this request, it may be open beside what was sent.
    else if (typeof before === 'object') memory.write(before);
    throw error;
  }
  restore();
  const isRecorded = !isRecordable(token);
  const sent: SentRoute = {
    ...request,
    hash,
    at: Date.now(),
    walletId: payer.wallet.id,
    isRecorded,
  };
  memory.write(sent);
  rememberPayees(link);
  world.dispatchPage({ type: 'spent', spent: 'fees' });
  void recordRoute(world, sent);
  world.dispatch({ type: 'sent', sent, quote });
  world.dispatchPage(FOLLOWED);
}

async function payFee(
  world: RouteWorld,
  signing: Pick<Signing, 'quote' | 'step' | 'payer'>,
): Promise<void> {
  const { wallet } = signing.payer;
  const refusal = await withWallet(world.provider(wallet.id), async (provider) => {
    await send({ ...signing, provider });
    world.dispatch({ type: 'fee_sent' });
  });
  if (refusal !== undefined) world.dispatch({ type: 'stopped', notice: refusal });
}

async function send({ quote, step, payer, provider }: Omit<Signing, 'view'>): Promise<string> {
  const evm = await import('../../wallet/evm.ts');
  const { chainId } = quote.source.network;
  return await evm.send(provider, { ...step.call, from: payer.address, chainId });
}

/** Follows an approval until a block holds it; then the route itself is due. */
export async function followRouteApproval(
  world: RouteWorld,
  { hash }: { readonly hash: string },
): Promise<void> {
  const { signal, payer, config } = world;
  const provider = world.provider(payer?.wallet.id ?? '');
  if (provider === undefined) return world.dispatch({ type: 'approved' });
  await followApproval({ provider, hash, signal, config, dispatch: world.dispatch });
}
