import { isNetworkId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant, Outage, Refusal } from '#kit/failure.ts';
import { isSameHex } from '#kit/hex.ts';
import { isUlid } from '#kit/ulid.ts';
import { findMulticallPayout } from '#modules/multicall-payouts/index.ts';
import { findByToken, type SecurePayment } from '#modules/secure-payments/index.ts';
import {
  findOperation,
  type OperationKey,
  recordOperation,
  reserveSponsorship,
} from '#modules/user-operations/index.ts';
import { type Bundlers, type OperationQuery, OperationRefused } from '#providers/bundler.ts';
import {
  mostCostUnits,
  type OperationCall,
  printAnswer,
  printFoundOperation,
  printReceipt,
  withSponsorship,
  wrongValue,
} from '#providers/operation-calls.ts';
import { checkMayPay } from './model/guarded-link.ts';
import { linkNotFound } from './model/link-state.ts';
import { findOperationProblem, hashOfCalls } from './model/operation-calls.ts';
import { type PayQuery, readPermit } from './model/permit-query.ts';
import { openLink } from './open-link.ts';
import { prepareSingle } from './pay-secure-payment.ts';

/** The number of ERC-7769 for what a paymaster does not accept. */
const PAYMASTER_REFUSED = -32_501;

/** Such an operation would fail at the operator's cost, and whoever has nothing could use up a budget. */
const TOO_LITTLE = 'the account has too little of the token for this payment';

/** What a wallet asks for about operations that pay a link. */
interface ServeInput {
  readonly token: string;
  /** How the account pays, in the words of `/pay`. */
  readonly query: Pick<PayQuery, 'eoaWallet' | 'isSafe' | 'permitSignature' | 'permitDeadline'>;
  readonly call: OperationCall;
}

type SentCall = Extract<OperationCall, { readonly operation: unknown }>;

/** Where operations of a link go. */
interface Service {
  readonly link: SecurePayment;
  readonly chain: Chain;
  readonly bundlers: Bundlers;
}

/**
 * Passes a call of a wallet on to the bundler or the paymaster of the link's network: of an operation only where its calls are exactly those
 * that `/pay` prepares for its account at this moment, of a hash only where the operation was sent for this link. What is sponsored is counted
 * before; the same operation counts once.
 *
 * Refuses (404) a token that names nothing, (400) links and networks without it, as `openLink` does what is not to be paid, (429) what is
 * above a budget and (502) where the service does not answer; with `OperationRefused` an operation.
 */
export async function serveUserOperation(ctx: Context, input: ServeInput): Promise<unknown> {
  const service = await serviceOf(ctx, input.token);
  const { call } = input;
  try {
    if ('operation' in call) return await serveOperation(ctx, service, { ...input, call });
    return await serveRead(ctx, service, call);
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    ctx.log.warn({ err: error, token: input.token }, 'a user operation was not passed on');
    throw bundlerUnreachable();
  }
}

async function serviceOf(ctx: Context, token: string): Promise<Service> {
  const link = isUlid(token) ? await findByToken(ctx, token) : undefined;
  if (link === undefined) {
    if (isUlid(token) && (await findMulticallPayout(ctx, token))) throw notServed();
    throw linkNotFound();
  }
  const { bundlers, chains } = ctx;
  const network = link.requests[0]?.network;
  invariant(network !== undefined && isNetworkId(network), 'links name listed networks');
  const chain = chains.get(network);
  const isServed = link.paymentType !== 'batch' && bundlers?.networks.includes(network) === true;
  if (!isServed || chain === undefined || bundlers === undefined) throw notServed();
  return { link, chain, bundlers };
}

async function serveRead(
  ctx: Context,
  { link: { token }, chain, bundlers }: Service,
  call: Exclude<OperationCall, SentCall>,
): Promise<unknown> {
  const network = chain.network.id;
  switch (call.kind) {
    case 'chain':
      return printAnswer(BigInt(chain.network.chainId));
    case 'entry_points':
      return printAnswer(await bundlers.readEntryPoints(network));
    case 'receipt': {
      const found = await bundlers.findReceipt({ network, hash: call.hash });
      if (found === undefined) return null;
      const isOwn = await findOperation(ctx, { token, network, ...ofAccount(found) });
      return isOwn ? printReceipt(found) : null;
    }
    default: {
      const found = await bundlers.findOperation({ network, hash: call.hash });
      if (found === undefined) return null;
      const isOwn = await findOperation(ctx, { token, network, ...ofAccount(found.operation) });
      return isOwn ? printFoundOperation(found) : null;
    }
  }
}

function ofAccount({ sender, nonce }: { readonly sender: string; readonly nonce: bigint }) {
  return { sender, nonce };
}

async function serveOperation(
  ctx: Context,
  service: Service,
  { call, ...input }: ServeInput & { readonly call: SentCall },
): Promise<unknown> {
  const { bundlers, chain, link } = service;
  const { kind, operation, entryPoint } = call;
  const { network } = chain;
  const key: OperationKey = {
    ...{ accountId: link.accountId, token: link.token, network: network.id },
    ...{ entryPoint, callHash: hashOfCalls(operation.callData), ...ofAccount(operation) },
  };
  await checkPays(ctx, service, { ...input, call, key });
  const query = { network: network.id, entryPoint, operation };
  switch (kind) {
    case 'estimate':
      return printAnswer(await bundlers.estimateLimits(query));
    case 'send':
      // Before it is sent: of what a killed process sent the receipt is found by whoever sends it again.
      await recordOperation(ctx, key, 0n);
      return await bundlers.send(query);
    default: {
      if (!bundlers.sponsored.includes(network.id)) throw notSponsored();
      if (kind === 'sponsor_estimate') return printAnswer(await stubOf(ctx, bundlers, query));
      const costUnits = mostCostUnits(operation);
      if (costUnits === 0n) throw wrongValue('the limits and prices of the operation are missing');
      await reserveSponsorship(ctx, { network, key, costUnits });
      const sponsorship = await bundlers.sponsor(query);
      const most = mostCostUnits(withSponsorship(operation, sponsorship));
      if (most > costUnits) await reserveSponsorship(ctx, { network, key, costUnits: most });
      return printAnswer(sponsorship);
    }
  }
}

/** Refuses data that is final already: it pays whatever the limits will be, and nothing of it would count against a budget. */
async function stubOf({ log }: Context, bundlers: Bundlers, query: OperationQuery) {
  const stub = await bundlers.sponsorForEstimate(query);
  if (!stub.isFinal) return stub;
  log.warn({ network: query.network }, 'a paymaster pays before the limits are known');
  throw notCounted();
}

/** Refuses an operation that does anything else than pay what is due of the link now, or was sponsored for it. */
async function checkPays(
  ctx: Context,
  { chain }: Service,
  { token, query, call, key }: ServeInput & { readonly call: SentCall; readonly key: OperationKey },
): Promise<void> {
  const { sender: wallet, callData } = call.operation;
  const { permitSignature, permitDeadline, ...payer } = query;
  const permit = readPermit({ permitSignature, permitDeadline }, ctx.now());
  const isSigned = permit.signature !== undefined;
  const open = await openLink(ctx, { token, query: { ...payer, wallet } }, { paysFees: true });
  if (open === undefined) throw linkNotFound();
  checkMayPay(open);
  const calls = chain.accounts?.decodeOperation(callData);
  if (calls === undefined) throw wrongValue('the account makes its calls in no form that is known');
  const known = call.kind === 'send' ? await findOperation(ctx, key) : undefined;
  if (known !== undefined && known.costUnits > 0n && isSameHex(known.callHash, key.callHash))
    return;
  const prepared = await prepareSingle(ctx, open, isSigned ? { permit } : {});
  const problem = findOperationProblem(calls, prepared);
  if (problem !== undefined) throw wrongValue(problem);
  const isSponsored = call.kind === 'sponsor' || call.kind === 'sponsor_estimate';
  if (isSponsored && prepared.metadata.hasEnoughBalance === false) throw wrongValue(TOO_LITTLE);
}

/** 400: bundles, batches and networks without a bundler. */
export function notServed(): Refusal {
  const message =
    'No operations of smart accounts are sent for this payment: pay it by transactions';
  return new Refusal('user_operations_not_served', 400, message);
}

/** 400: a bundler without a paymaster beside it. */
function notSponsored(): Refusal {
  const message = 'No operations of smart accounts are sponsored for this payment';
  return new Refusal('user_operations_not_sponsored', 400, message);
}

/** Of a paymaster whose data does not depend on what an operation may cost. */
function notCounted(): OperationRefused {
  const message =
    'The paymaster pays for operations before their limits are known, which is not passed on';
  return new OperationRefused(PAYMASTER_REFUSED, message);
}

/** 502: nothing is known of what became of the call; the same one can be sent again. */
export function bundlerUnreachable(): Refusal {
  return new Refusal('bundler_unreachable', 502, {
    message: 'The bundler or the paymaster does not answer: send the same call again in a moment',
    retryAfterSeconds: 5,
  });
}
