import { readRefusal } from '../../api/read-view.ts';
import { member, texts } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { isFramed } from '../../wallet/is-framed.ts';
import { paidBefore } from '../paid-before.ts';
import { checkBridgePayment } from './check-bridge-payment.ts';
import type { RouteEvent, RouteQuote, RouteRefusal, SafeTerms } from './route-state.ts';
import type { RouteWorld } from './route-world.ts';
import { loadSafeRoute } from './safe-route-part.ts';
import { type RouteSource, readSourceOptions, unlistedSources } from './source-options.ts';

/** Reads what the wallet could pay with from other networks. */
export async function loadOptions(world: RouteWorld): Promise<void> {
  const { signal, payer, link, safe } = world;
  if (payer === undefined) return;
  const answer = await readOffered(world, payer.address);
  if (signal.aborted) return;
  if (answer.status === 409) return world.dispatchPage({ type: 'viewed', answer });
  // What else the API refuses is shown where the payment on its own network is prepared.
  if (answer.status === 403 || answer.status === 423)
    return world.dispatchPage({ type: 'refresh' });
  const options = readSourceOptions(link, answer.body).filter(
    ({ network }) => safe === undefined || !isFramed() || network.chainId === safe.chainId,
  );
  const { networks } = world.config;
  const unlisted = { link, networks, options };
  const sources = safe && unlistedSources(safe, unlisted);
  world.dispatch({ type: 'options_read', options, sources: sources ?? [] });
}

/** The link as the API shows it to the payer; to a Safe that is none on the link's network without options. */
export async function readOffered(
  { api, safe }: Pick<RouteWorld, 'api' | 'safe'>,
  address: string,
): Promise<Answer> {
  const answer = await api.view(address, safe !== undefined);
  return safe !== undefined && answer.status === 400 ? await api.view(address) : answer;
}

/** Prepares a route and compares it with the payment. */
export async function prepareRoute(world: RouteWorld, source: RouteSource): Promise<void> {
  const { signal, payer, safe } = world;
  if (payer === undefined) return;
  const { chain, token, refundWallet } = source;
  const answer = await world.routes.prepare({
    ...{ wallet: payer.address, chain, token },
    ...(safe && { isSafe: true, refundWallet }),
  });
  if (signal.aborted) return;
  const event = await readQuote(world, source, answer);
  if (event !== undefined && !signal.aborted) world.dispatch(event);
}

/** Prepares the same route again by a quote of this moment; undefined where the page has gone on. */
export async function refreshRoute(
  world: RouteWorld,
  { source, step }: RouteQuote,
): Promise<RouteEvent | undefined> {
  const { signal } = world;
  const answer = await world.routes.refresh(step);
  return signal.aborted ? undefined : await readQuote(world, source, answer);
}

/** What came of preparing; undefined where the page itself shows what the API says of the link. */
async function readQuote(
  world: RouteWorld,
  source: RouteSource,
  answer: Answer,
): Promise<RouteEvent | undefined> {
  const { link, payer } = world;
  if (payer === undefined) return undefined;
  if (answer.status !== 200) return readRefused(world, answer);
  const known = { own: payer.address, paid: paidBefore() };
  const { body } = answer;
  const now = Date.now();
  const safe = world.safe && { refundTo: source.refundWallet ?? payer.address };
  const plan = checkBridgePayment({ link, wallet: payer.address, safe, source, body, now, known });
  if (plan.kind === 'refused') return { type: 'mismatched', problem: plan.reason };
  const terms = safe && (await readTerms(world, { payer, source, body, plan }));
  if (safe !== undefined && terms === undefined)
    return { type: 'refused', notice: 'route_refused' };
  const metadata = member(body, 'metadata');
  const durationS = numberIn(metadata, 'durationSeconds');
  const quote = {
    source,
    plan,
    expiresAt: now + validMs(metadata),
    durationS,
    step: member(metadata, 'rawStep'),
    safe: terms,
  };
  // Whoever executes a transaction of a Safe pays for its gas.
  const hasGas = plan.hasEnoughGas || safe !== undefined;
  const short = plan.hasEnoughBalance ? (hasGas ? undefined : 'no_gas') : 'short';
  return { type: 'quoted', quote, notice: short };
}

/** How a Safe signs what was prepared. */
async function readTerms(
  world: RouteWorld,
  prepared: Parameters<SafeRoute['readSafeTerms']>[1],
): Promise<SafeTerms | undefined> {
  const { readSafeTerms } = await loadSafeRoute();
  return await readSafeTerms(world.provider(prepared.payer.wallet.id), prepared);
}

type SafeRoute = Awaited<ReturnType<typeof loadSafeRoute>>;

/** A price is never taken as good for longer, whatever the API says. */
const QUOTE_VALID_MS_MAX = 300_000;

/** For how long a price is good: by the API's two times, because the clock of this device may be wrong. */
function validMs(metadata: unknown): number {
  const { quoteFetchedAt = '' } = texts(metadata, ['quoteFetchedAt']);
  const validMs =
    (numberIn(metadata, 'quoteExpiresAt') ?? 0) * MS_PER_SECOND - Date.parse(quoteFetchedAt);
  return Number.isNaN(validMs) ? 0 : Math.min(Math.max(validMs, 0), QUOTE_VALID_MS_MAX);
}

const MS_PER_SECOND = 1_000;

function numberIn(body: unknown, name: string): number | undefined {
  const value = member(body, name);
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** The reasons of the API that have a text of their own. */
export const REFUSALS: readonly RouteRefusal[] = [
  'route_not_available',
  'amount_too_low_for_route',
  'amount_too_high_for_route',
  'route_too_expensive',
  'route_refused',
  'payer_is_contract',
  'payee_is_contract_elsewhere',
  'rate_not_available',
  'refund_wallet_required',
  'route_ends_too_soon',
  'payer_is_not_safe',
];

function readRefused({ dispatchPage }: RouteWorld, answer: Answer): RouteEvent | undefined {
  const { status, body } = answer;
  if (status === 400) {
    const { code } = readRefusal(body);
    const notice = REFUSALS.find((one) => one === code) ?? 'route_not_available';
    return { type: 'refused', notice };
  }
  if (status === 429) return { type: 'refused', notice: 'limited' };
  if (status === 0 || status >= 500) return { type: 'refused', notice: 'provider_away' };
  // Paid, expired, not allowed, or on its way: the page prepares its own payment, and says which.
  dispatchPage(status === 409 ? { type: 'viewed', answer } : { type: 'refresh' });
  return undefined;
}
