import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import type { FeePlan } from '#modules/fees/index.ts';
import { findBranding } from '#modules/orchestrators/index.ts';
import { listScreenings } from '#modules/screening/index.ts';
import { type BlockReason, blockReasonOf } from './model/bundle-fitness.ts';
import { type KytResult, kytResults } from './model/kyt-result.ts';
import type { LinkedRequest, SecurePayment } from './model/secure-payment.ts';
import type { SecurePaymentStatus } from './model/status.ts';
import { findByRequestId, findByToken } from './store/links.ts';
import { findAllowedPayers } from './store/payers.ts';

/** The style of a page without branding: an object, because its readers expect one. */
export const NO_BRANDING = { whitelabelEnabled: false, source: 'request_network' } as const;

/** Whether a page has its own branding, with the values of the public API. */
type SourceOfBranding = typeof NO_BRANDING | { whitelabelEnabled: true; source: 'client_id' };

/** A link as its owner sees it. */
interface OwnedSecurePayment {
  readonly token: string;
  readonly securePaymentUrl: string;
  readonly status: SecurePaymentStatus;
  readonly paymentType: 'single' | 'batch';
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly redirectUrl: string | null;
  readonly redirectLabel: string | null;
  readonly completedAt: string | null;
  readonly payerAddress: null;
  /** The wallets that a screening decided about. */
  readonly payerKytResults: KytResult[];
  readonly payeeKytResults: KytResult[];
  readonly destination: {
    readonly destinationId: string;
    readonly payeeAddress: string;
    readonly tokenAddress: string;
    readonly walletAddress: string;
    readonly network: NetworkId;
  } | null;
  readonly claimedDestination: null;
  readonly orchestratorId: string | null;
  readonly feePlan: FeePlan | null;
  readonly network: NetworkId;
  readonly currency: string;
  readonly executionKind: null;
  readonly identityMode: 'client_id' | 'manual_dashboard';
  readonly clientId: string | null;
  readonly branding: SourceOfBranding;
  /** Whether it can be paid now as a part of a bundle, and why not. */
  readonly childExecutable: boolean;
  readonly blockReason: BlockReason | null;
  /** What counts for this link, whatever its destination says by now. */
  readonly accessPolicy: {
    readonly mode: 'off' | 'kyt_all_wallets';
    readonly screeningProvider: WalletScreenerName | null;
    readonly hideUntilApproved: boolean;
    readonly hidePayeeAddress: boolean;
    readonly allowedPayerAddresses: string[];
  };
}

/**
 * The link of a request of the caller's account, in any status. Refuses (404)
 * a request that is unknown or another account's.
 */
export async function findSecurePayment(
  ctx: Context,
  asked: { readonly requestId: string },
): Promise<OwnedSecurePayment> {
  const { requestId } = asked;
  const named = await findByRequestId(ctx, { accountId: accountOf(ctx), requestId });
  const link = named && (await findByToken(ctx, named.token));
  if (named === undefined || link === undefined) throw noLinkOfRequest();
  const blockReason = blockReasonOf(link, {
    now: ctx.now(),
    isConnected: (network) => ctx.chains.get(network) !== undefined,
  });
  const screenings = await listScreenings(ctx, { securePaymentToken: link.token });
  const [request] = link.requests;
  invariant(request !== undefined && isNetworkId(request.network), 'a link has requests');
  return {
    token: link.token,
    securePaymentUrl: `${ctx.settings.payUrl}/?token=${link.token}`,
    status: link.status,
    paymentType: link.paymentType,
    createdAt: isoTime(link.createdAt),
    expiresAt: isoTime(link.expiresAt),
    redirectUrl: link.redirectUrl,
    redirectLabel: link.redirectLabel,
    completedAt: link.completedAt && isoTime(link.completedAt),
    payerAddress: null,
    payerKytResults: kytResults(screenings, 'payer'),
    payeeKytResults: kytResults(screenings, 'recipient'),
    destination: destinationOf(link, request, request.network),
    claimedDestination: null,
    orchestratorId: link.orchestratorId,
    feePlan: link.feePlan,
    network: request.network,
    currency: request.currencyId,
    executionKind: null,
    identityMode: named.clientId === null ? 'manual_dashboard' : 'client_id',
    clientId: named.clientId,
    branding: await sourceOfBranding(ctx, link),
    childExecutable: blockReason === undefined,
    blockReason: blockReason ?? null,
    accessPolicy: await accessPolicyOf(ctx, link),
  };
}

/** Whether the partner that created a link has dressed its page, for all or for this client ID. */
async function sourceOfBranding(
  ctx: Context,
  { orchestratorId, clientIdId }: SecurePayment,
): Promise<SourceOfBranding> {
  const scope = orchestratorId !== null && { orchestratorId, clientIdId };
  const dressed = scope && (await findBranding(ctx, scope)) !== null;
  return dressed ? { whitelabelEnabled: true, source: 'client_id' } : NO_BRANDING;
}

/** The list of a link, where it has one. */
async function accessPolicyOf(
  ctx: Context,
  { token, access }: SecurePayment,
): Promise<OwnedSecurePayment['accessPolicy']> {
  const allowed = access.restrictsPayers ? await findAllowedPayers(ctx, token) : [];
  return {
    mode: access.screening === null ? 'off' : 'kyt_all_wallets',
    screeningProvider: access.screening?.providers[0]?.provider ?? null,
    hideUntilApproved: access.hidesUntilApproved,
    hidePayeeAddress: access.hidesPayee,
    allowedPayerAddresses: [...allowed],
  };
}

/** 404: no link of this account has such a request. */
export function noLinkOfRequest(): Refusal {
  const message = 'There is no secure payment for this request ID';
  return new Refusal('secure_payment_not_found', 404, message);
}

function destinationOf(
  { destinationId }: SecurePayment,
  request: LinkedRequest,
  network: NetworkId,
): OwnedSecurePayment['destination'] {
  if (destinationId === null) return null;
  return {
    destinationId,
    // The stored text was written by us, so its last colon stands before the token.
    payeeAddress: destinationId.slice(0, destinationId.lastIndexOf(':')),
    tokenAddress: request.tokenAddress,
    walletAddress: request.payeeAddress,
    network,
  };
}
