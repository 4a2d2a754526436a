import { BRIDGES } from '#catalog/bridge.ts';
import type { Call, TokenPayment } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { FakeTransaction } from '../../chains/fake/ledger.ts';
import { CALL, dataOf, hex, messageOf, word } from '../../support/route-sample.ts';
import { BRIDGED_NETWORKS, type Simulated, WALLETS } from '../networks.ts';
import { exact, type KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import { bridgeOf, otherEnd, tokensOf } from './bridging.ts';

/** How payers use the bridge, well and badly, and how often. */
const WAYS = {
  exactly: 40,
  in_part: 6,
  for_somebody_else: 4,
  of_too_much: 10,
  to_another_payee: 3,
  in_another_token: 3,
  to_the_wrong_network: 3,
  of_too_little: 3,
} as const;
type Way = keyof typeof WAYS;

/** Whether a route of this kind pays its request once it is filled. */
const PAYING: Readonly<Record<Way, boolean>> = {
  exactly: true,
  in_part: true,
  for_somebody_else: true,
  of_too_much: true,
  to_another_payee: false,
  in_another_token: false,
  to_the_wrong_network: false,
  of_too_little: false,
};

/** What a relayer keeps of each deposit. */
const RELAYER_FEE_UNITS = 1_000n;
/** More than anybody has. */
const TOO_MUCH = 10n ** 50n;
/** Within so long a deposit must be filled, at least, and so much longer at most. */
const DEADLINE_SECONDS = 15;
const DEADLINE_SPREAD_SECONDS = 90;
/** How often a payer has signed another transaction of the same nonce. */
const RIVAL_SHARE = 0.15;

/** A payer signs a route to the bridge; it waits for a block then. Returns what it was. */
export function payByRandomRoute(world: SimWorld, requests: readonly KnownRequest[]): string {
  const { dice, bridging } = world;
  const payable = requests.filter(({ kind }) => kind === 'token').slice(-8);
  if (bridging === undefined || payable.length === 0) return 'no requests';
  const request = dice.pick(payable);
  const way = dice.weighted<Way>(WAYS);
  const network = way === 'to_the_wrong_network' ? request.network : otherEnd(request.network);
  const payer = dice.pick(WALLETS.payers);
  const nonce = world.nonce();
  const made = world.chains[network].transaction(
    payer,
    routeOf(world, { request, way, payer }),
    nonce,
  );
  world.signed.set(made.hash, made);
  world.mempool[network].push(made);
  bridging.sent.set(made.hash, {
    hash: made.hash,
    network,
    payer,
    requestId: request.id,
    isPaying: PAYING[way],
    isReturning: way !== 'for_somebody_else',
  });
  world.note(`route ${way}`);
  if (dice.isHit(RIVAL_SHARE)) {
    // Stopped by its payer, who sends nothing to themselves.
    const nothing = { to: payer, data: '0x', valueUnits: 0n } as const;
    const rival = world.chains[network].transaction(payer, nothing, nonce);
    world.signed.set(rival.hash, rival);
    world.mempool[network].push(rival);
    bridging.rivals.set(made.hash, rival.hash);
    bridging.rivals.set(rival.hash, made.hash);
    world.note('route with a rival');
  }
  return `${way} ${request.requestId.slice(2, 10)}`;
}

/** What a payer is about to sign. */
interface RouteOrder {
  readonly request: KnownRequest;
  readonly way: Way;
  readonly payer: string;
}

function routeOf(world: SimWorld, order: RouteOrder): Call {
  const { request, way, payer } = order;
  const { dice } = world;
  const source = way === 'to_the_wrong_network' ? request.network : otherEnd(request.network);
  const destination = otherEnd(source);
  const payment = paymentOf(world, order, destination);
  const taken = payment.amountUnits + payment.feeUnits;
  const outputUnits = way === 'of_too_little' ? taken - 1n : taken + BigInt(dice.below(2));
  const minAmount = way === 'of_too_much' ? TOO_MUCH : outputUnits + RELAYER_FEE_UNITS;
  const other = WALLETS.payers.find((one) => one !== payer) ?? payer;
  const depositor = way === 'for_somebody_else' ? other : payer;
  const sourceToken = hex(dice.pick(tokensOf(source)));
  const seconds = Math.floor(world.clock().getTime() / 1_000);
  const made = bridgeOf(world, destination).reads.destinationCall(payment);
  const to = hex(made.to);
  const token = hex(payment.tokenAddress);
  const call = { ...CALL, callTo: to, approveTo: to, callData: made.data, fromAmount: taken };
  const embedded = { ...call, sendingAssetId: token, receivingAssetId: token };
  const data = dataOf({
    bridge: {
      sendingAssetId: sourceToken,
      minAmount,
      destinationChainId: BigInt(world.chains[destination].network.chainId),
    },
    across: {
      receiverAddress: word(contractsOf(destination).receiver),
      refundAddress: word(depositor),
      sendingAssetId: word(sourceToken),
      receivingAssetId: word(token),
      outputAmount: outputUnits,
      quoteTimestamp: seconds,
      fillDeadline: seconds + DEADLINE_SECONDS + dice.below(DEADLINE_SPREAD_SECONDS),
      message: messageOf([embedded], depositor),
    },
  });
  return { to: contractsOf(source).diamond, data, valueUnits: 0n };
}

/** The contracts of the bridge on a network. */
export function contractsOf(network: Simulated) {
  if (network !== 'base' && network !== 'arbitrum-one') throw new Error(`${network} has no bridge`);
  return BRIDGES[network];
}

function paymentOf(
  { dice }: SimWorld,
  { request, way }: RouteOrder,
  destination: Simulated,
): TokenPayment {
  const payment = exact(request);
  if (payment.kind !== 'token') throw new Error('routes pay in tokens');
  const tokens = tokensOf(destination).filter((one) => one !== request.tokenAddress);
  switch (way) {
    case 'in_part':
      return {
        ...payment,
        amountUnits: (payment.amountUnits * BigInt(1 + dice.below(9)) + 9n) / 10n,
      };
    case 'to_another_payee':
      return { ...payment, payeeAddress: WALLETS.unrelated };
    case 'in_another_token':
      return { ...payment, tokenAddress: tokens[0] ?? WALLETS.unrelated };
    case 'to_the_wrong_network':
      return { ...payment, tokenAddress: dice.pick(tokensOf(destination)) };
    default:
      return payment;
  }
}

/** Without those of which the chain, or this block, has another one of the same sender and nonce. */
export function withoutRivals(
  world: SimWorld,
  network: Simulated,
  taken: readonly FakeTransaction[],
): FakeTransaction[] {
  const { rivals } = world.bridging ?? {};
  const held = new Set<Hex>();
  if (!BRIDGED_NETWORKS.includes(network) || rivals === undefined) return [...taken];
  for (const { receipts } of world.chains[network].ledger.blocks) {
    for (const { hash } of receipts) held.add(hash);
  }
  return taken.filter(({ hash }) => {
    const rival = rivals.get(hash);
    const isReplaced = rival !== undefined && held.has(rival);
    if (!isReplaced) held.add(hash);
    return !isReplaced;
  });
}
