import { CONTRACTS } from '#catalog/contracts.ts';
import { networkByChainId } from '#catalog/networks.ts';
import type { Chain, ObservedTransfer, PaymentKind } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { NewTransfer } from '#modules/ledger/index.ts';
import { suspicionOf } from './model/match.ts';
import type { RequestByReference } from './request-cache.ts';
import { openRequestCache, type RequestCache } from './request-cache.ts';
import type { NewSuspicion } from './store/suspicious.ts';

/**
 * A payment of a bridge waits so long for its deposit to be found, so that it is reported with its payer. It
 * counts then either way: nobody's node keeps money from its payee.
 */
const DEPOSIT_WAIT_MS = 30_000;

/** The part of a chain that matching needs. */
export type IngestedChain = Pick<Chain, 'network' | 'normalAddress' | 'accounts'>;

/** What pays a request of ours, before it is known what stands at the address that its tokens came from. */
export interface FoundPayment extends NewTransfer {
  /** Who moved the tokens to the payer in the same transaction, where one did. */
  readonly pulledFrom: string | undefined;
}

/** What of all that was seen pays requests of ours, as the ledger write it down. */
export async function matchTransfers(
  ctx: Context,
  chain: IngestedChain,
  observed: readonly ObservedTransfer[],
): Promise<readonly FoundPayment[]> {
  return (await sortTransfers(ctx, chain, { observed })).ours;
}

/** What was seen that names requests of ours. */
export interface SortedTransfers {
  readonly ours: readonly FoundPayment[];
  /** What credits nothing; each log once. */
  readonly suspicious: readonly NewSuspicion[];
}

/** What was seen on a chain. */
interface Seen {
  readonly observed: readonly ObservedTransfer[];
  /** The cache of requests that were looked up before. */
  readonly requestCache?: RequestCache | undefined;
}

/**
 * Sorts what was seen into what pays requests of ours and what only names them. Others pay through
 * the same contracts all day; what names no request of ours is neither.
 */
export async function sortTransfers(
  ctx: Context,
  chain: IngestedChain,
  { observed, requestCache = openRequestCache(ctx) }: Seen,
): Promise<SortedTransfers> {
  if (observed.length === 0) return { ours: [], suspicious: [] };
  const referenceKeys = [...new Set(observed.map(({ referenceKey }) => referenceKey))];
  const requests = await requestCache.take(referenceKeys);
  const ours: FoundPayment[] = [];
  const suspicious = new Map<string, NewSuspicion>();
  for (const transfer of observed) {
    const request = requests.get(transfer.referenceKey);
    if (request === undefined) continue;
    const reason = suspicionAbout(chain, transfer, request);
    const seen = seenOf(ctx, { chain, transfer, request });
    if (reason === undefined) {
      ours.push({
        ...seen,
        ...amountsOf(chain, transfer),
        bridge: bridgeOf(ctx, transfer),
        pulledFrom: pulledFrom(chain, transfer),
      });
    } else {
      const log = `${transfer.block.hash} ${transfer.logIndex}`;
      suspicious.set(log, { ...seen, ...contractsOf(chain, transfer), reason });
    }
  }
  return { ours, suspicious: [...suspicious.values()] };
}

function suspicionAbout(
  chain: IngestedChain,
  transfer: ObservedTransfer,
  request: RequestByReference,
) {
  return suspicionOf(
    {
      network: chain.network.id,
      kind: transfer.kind,
      proxyAddress: chain.normalAddress(transfer.proxyAddress),
      tokenAddress: transfer.tokenAddress && chain.normalAddress(transfer.tokenAddress),
      payeeAddress: chain.normalAddress(transfer.payeeAddress),
      payerAddress: chain.normalAddress(transfer.payerAddress),
      creditedUnits: transfer.creditedUnits,
      payeeNetUnits: transfer.payeeNetUnits,
      payeeCreditedUnits: transfer.payeeCreditedUnits,
      conversion: transfer.conversion,
    },
    request,
    proxyOf(chain, request.kind),
  );
}

/** Who had the tokens of a payer before; of a bridge's payment its depositor is on another network. */
function pulledFrom(
  chain: IngestedChain,
  { pulledFrom: from, bridge }: ObservedTransfer,
): string | undefined {
  return from === undefined || bridge !== undefined ? undefined : chain.normalAddress(from);
}

interface Matched {
  readonly chain: IngestedChain;
  readonly transfer: ObservedTransfer;
  readonly request: RequestByReference;
}

/** What is written down of anything that names a request. */
function seenOf(ctx: Context, { chain, transfer, request }: Matched) {
  return {
    id: ctx.newOrderedId(),
    accountId: request.accountId,
    requestId: request.id,
    block: transfer.block,
    blockTime: transfer.blockTime,
    transactionHash: transfer.transactionHash,
    logIndex: transfer.logIndex,
    payerAddress: chain.normalAddress(transfer.payerAddress),
    senderAddress: transfer.senderAddress && chain.normalAddress(transfer.senderAddress),
    claimedUnits: transfer.claimedUnits,
    creditedUnits: transfer.creditedUnits,
  };
}

function amountsOf(chain: IngestedChain, transfer: ObservedTransfer) {
  return {
    feeUnits: transfer.feeUnits,
    feeAddress: chain.normalAddress(transfer.feeAddress),
    tokenUnits: transfer.tokenUnits,
    tokenFeeUnits: transfer.tokenFeeUnits,
  };
}

/** What a bridge's payment says of its deposit, and whether a node can be queried for it. */
function bridgeOf(ctx: Context, { bridge }: ObservedTransfer) {
  if (bridge === undefined) return undefined;
  const network = networkByChainId(bridge.originChainId)?.id;
  const canLookUp = network !== undefined && ctx.chains.get(network)?.bridge !== undefined;
  const until = new Date(ctx.now().getTime() + DEPOSIT_WAIT_MS);
  return { ...bridge, lookup: canLookUp ? { network, until } : undefined };
}

function contractsOf(chain: IngestedChain, transfer: ObservedTransfer) {
  return {
    kind: transfer.kind,
    proxyAddress: chain.normalAddress(transfer.proxyAddress),
    tokenAddress: transfer.tokenAddress && chain.normalAddress(transfer.tokenAddress),
    payeeAddress: chain.normalAddress(transfer.payeeAddress),
  };
}

/** The contract that carries payments of a kind on a network. */
function proxyOf(chain: IngestedChain, kind: PaymentKind): string | undefined {
  const contracts = CONTRACTS[chain.network.id];
  const proxies = {
    token: contracts.erc20FeeProxy,
    native: contracts.ethereumFeeProxy,
    conversion: contracts.erc20ConversionProxy,
  };
  const proxy = proxies[kind];
  return proxy && chain.normalAddress(proxy);
}
