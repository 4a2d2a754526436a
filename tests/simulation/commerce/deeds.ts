import type { Call } from '#chains/chain.ts';
import { unixSeconds } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { authorizeCommercePayment } from '#modules/commerce/authorize-commerce-payment.ts';
import { captureCommercePayment } from '#modules/commerce/capture-commerce-payment.ts';
import { createCommercePayment } from '#modules/commerce/create-commerce-payment.ts';
import { voidCommercePayment } from '#modules/commerce/void-commerce-payment.ts';
import { transact } from '#platform/db/transact.ts';
import type { Context } from '../../../src/context.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import { fakeEscrowSignature } from '../../chains/fake/escrow-contract.ts';
import type { SentVersion } from '../../chains/fake/sending.ts';
import { type Simulated, WALLETS } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import {
  dollarsOf,
  escrowOf,
  findHeld,
  type HeldPayment,
  OPERATOR,
  OTHER_OPERATOR,
  receiverBalance,
} from './holding.ts';

/** What shops, buyers and others do, and how often. */
const DEEDS = {
  create: 7,
  agree: 14,
  authorize: 22,
  capture: 40,
  void: 4,
  operate: 8,
  refund: 9,
  reclaim: 8,
  front_run: 4,
  block: 2,
  fees: 2,
  drop: 3,
} as const;

/** Of payments that stand so each is most likely done; else any. */
const FITTING: Partial<Record<keyof typeof DEEDS, readonly string[]>> = {
  agree: ['pending', 'failed'],
  authorize: ['pending', 'failed'],
  capture: ['authorized', 'paid', 'partially_refunded', 'refunded'],
  void: ['authorized', 'paid'],
  refund: ['paid', 'partially_refunded'],
  reclaim: ['authorized', 'expired'],
};
const LIKELY_SHARE = 0.75;

/** When payments run out, in seconds: soon, so that some do; none are the defaults of the service. */
const EXPIRIES: readonly (readonly number[])[] = [
  [300, 700, 1_500],
  [900, 1_200, 4_000],
  [600, 90_000, 100_000],
  [],
  [],
  [],
];
/** A shop's payments at once; buyers and shops go on with the newest. */
const PAYMENTS_MAX = 24;
const NEWEST = 6;
const UNITS_MAX = 60;
const PART_UNITS_MAX = 25;
/** How often a shop's call has an idempotency key, so that all of it is one transaction. */
const KEYED_SHARE = 0.25;
const FORGED_SHARE = 0.1;

/** Runs a call in a process of its own. */
type CallAs = (call: (ctx: Context) => Promise<unknown>) => Promise<string>;

/** Something happens to a commerce payment; returns what it was. */
export async function actOnCommerce(world: SimWorld, callAs: CallAs): Promise<string> {
  const { dice } = world;
  const deed = dice.weighted(DEEDS);
  const all = await findHeld(world);
  if (deed === 'create' && all.length < PAYMENTS_MAX) {
    return await callAs((ctx) => create(world, ctx));
  }
  const network = dice.pick(world.networks);
  if (deed === 'block' || deed === 'fees' || deed === 'drop') return disturb(world, deed, network);
  const newest = all.slice(-NEWEST);
  if (newest.length === 0) return 'nothing is held';
  const fitting = newest.filter(({ status }) => FITTING[deed]?.includes(status));
  const isLikely = fitting.length > 0 && dice.isHit(LIKELY_SHARE);
  const payment = dice.pick(isLikely ? fitting : newest);
  world.note(`deed: ${deed}`);
  const said = await perform(world, callAs, { deed, payment });
  return `${deed} ${payment.requestId.slice(2, 10)} ${said}`;
}

interface Doing {
  readonly deed: keyof typeof DEEDS;
  readonly payment: HeldPayment;
}

async function perform(world: SimWorld, callAs: CallAs, { deed, payment }: Doing): Promise<string> {
  const { dice } = world;
  const { network, requestId, terms } = payment;
  const escrow = escrowOf(world.chains[network]).reads;
  const someUnits = () => BigInt(1 + dice.below(PART_UNITS_MAX));
  switch (deed) {
    case 'agree':
      for (const call of escrow.payerCalls(terms, payment)) {
        send(world, network, { from: terms.payerAddress, call });
      }
      return payment.collection;
    case 'authorize': {
      const signature = signatureOf(world, payment);
      return await asShop({ world, callAs, payment }, (ctx) =>
        authorizeCommercePayment(ctx, { requestId, signature }),
      );
    }
    case 'capture': {
      const captureUnits = someUnits();
      return await asShop({ world, callAs, payment }, (ctx) =>
        captureCommercePayment(ctx, { requestId, captureUnits }),
      );
    }
    case 'void':
      return await asShop({ world, callAs, payment }, (ctx) =>
        voidCommercePayment(ctx, { requestId, reason: undefined }),
      );
    case 'operate':
      return await operate(world, payment, [anyOperation(world, payment)]);
    case 'refund':
      return await operate(world, payment, escrow.refundCalls(terms, someUnits()));
    case 'reclaim':
      send(world, network, { from: terms.payerAddress, call: escrow.reclaimCall(terms) });
      return '';
    case 'front_run':
      return frontRun(world, payment);
    default:
      return '';
  }
}

/** A shop creates a payment through the operation. */
async function create(world: SimWorld, ctx: Context): Promise<void> {
  const { dice, clock, holding } = world;
  const network = dice.pick(world.networks);
  const accountId = dice.pick(world.accounts);
  const isOther = accountId === world.accounts[0] && dice.isHit(0.4);
  const expiries = dice.pick(EXPIRIES);
  const now = unixSeconds(clock());
  const [preApproval = 0, authorization = 0, refund = 0] = expiries;
  const amount = 1 + dice.below(UNITS_MAX);
  const collection = dice.pick(['pre_approval', 'erc3009', 'permit2'] as const);
  await createCommercePayment(
    { ...ctx, actor: shopOf(accountId, isOther ? holding?.clientIdId : undefined) },
    {
      merchantId: 'shop',
      merchantAddress: WALLETS.payee,
      buyerAddress: dice.pick(WALLETS.payers),
      amount: `${amount}`,
      ...(dice.isHit(0.3) && { maxAmount: `${amount + dice.below(20)}` }),
      paymentCurrency: dollarsOf(network),
      ...(dice.isHit(0.3) && { feeBps: 250, feeReceiver: WALLETS.feeReceiver }),
      ...(expiries.length > 0 && {
        preApprovalExpiry: now + preApproval,
        authorizationExpiry: now + authorization,
        refundExpiry: now + refund,
      }),
      collection: isOther ? 'pre_approval' : collection,
    },
  );
  world.note('commerce payment created');
}

/** Who calls for an account; by a client ID where its payments have another operator. */
export function shopOf(accountId: string, clientIdId?: string): Context['actor'] {
  const key = { kind: 'api_key', accountId, apiKeyId: 'key' } as const;
  if (clientIdId === undefined) return key;
  return {
    ...key,
    ...{ clientIdId, clientId: 'cli_other', origin: undefined, allowedDomains: [] },
    ...{ boundDestinationId: undefined, defaultFee: undefined, linkedTo: undefined },
    canPayAnyPayee: true,
  };
}

interface Calling {
  readonly world: SimWorld;
  readonly callAs: CallAs;
  readonly payment: HeldPayment;
}

async function asShop(
  { world, callAs, payment }: Calling,
  call: (ctx: Context) => Promise<unknown>,
): Promise<string> {
  const isKeyed = world.dice.isHit(KEYED_SHARE);
  const said = await callAs(async (ctx) => {
    const acting = { ...ctx, actor: shopOf(payment.accountId) };
    await (isKeyed ? transact(acting, call) : call(acting));
    world.note(isKeyed ? 'sent in one transaction' : 'sent');
  });
  return `${isKeyed} ${said}`;
}

/** What the buyer signed, or somebody else. */
function signatureOf({ dice, chains }: SimWorld, payment: HeldPayment): Hex | undefined {
  const { terms, collection, network } = payment;
  const content = escrowOf(chains[network]).reads.payerContent(terms, collection);
  const isForged = dice.isHit(FORGED_SHARE);
  return content && fakeEscrowSignature(isForged ? WALLETS.unrelated : terms.payerAddress, content);
}

function anyOperation(world: SimWorld, payment: HeldPayment): Call {
  const { dice } = world;
  const { terms, units, collection, network } = payment;
  const escrow = escrowOf(world.chains[network]).reads;
  const kind = dice.weighted({ authorize: 5, capture: 6, void: 1 });
  if (kind === 'void') return escrow.voidCall(terms);
  if (kind === 'capture') {
    return escrow.captureCall(terms, BigInt(1 + dice.below(PART_UNITS_MAX)));
  }
  const signature = signatureOf(world, payment);
  return escrow.authorizeCall(terms, { collection, units, ...(signature && { signature }) });
}

/** The operator sends calls by itself: the one with the key of the installation, or another wallet. */
async function operate(
  world: SimWorld,
  { terms, network }: HeldPayment,
  calls: readonly Call[],
): Promise<string> {
  const chain = world.chains[network];
  if (terms.operatorAddress === OTHER_OPERATOR) {
    for (const call of calls) send(world, network, { from: OTHER_OPERATOR, call });
    return 'by another';
  }
  try {
    await sendByKey(world, chain, calls);
  } catch (error) {
    if (error instanceof Outage) return 'nodes refused it';
    throw error;
  }
  return 'by the same key';
}

/** What the contract refuses now is not sent. */
async function sendByKey(world: SimWorld, chain: FakeChain, calls: readonly Call[]): Promise<void> {
  const sender = chain.sending.senderOf(OPERATOR);
  const [first] = calls;
  const prepared = first && (await sender.prepare(first));
  if (prepared === undefined || 'refused' in prepared) return;
  for (const [index, call] of calls.entries()) {
    const nonce = prepared.nextNonce + BigInt(index);
    const { signed, transactionHash } = await sender.sign({ ...prepared, call }, nonce);
    world.holding?.outside.add(transactionHash);
    chain.sending.accept(signed);
  }
}

/** Somebody holds tokens of their own under the reference of a payment, for themselves. */
function frontRun(world: SimWorld, { terms, network, units }: HeldPayment): string {
  const escrow = escrowOf(world.chains[network]).reads;
  const { unrelated } = WALLETS;
  const own = { operatorAddress: unrelated, receiverAddress: unrelated, payerAddress: unrelated };
  const theirs = { ...terms, ...own };
  const content = escrow.payerContent(theirs, 'erc3009');
  if (content === undefined) return '';
  const signature = fakeEscrowSignature(unrelated, content);
  const call = escrow.authorizeCall(theirs, { collection: 'erc3009', units, signature });
  send(world, network, { from: unrelated, call });
  if (world.dice.isHit(0.5)) {
    send(world, network, { from: unrelated, call: escrow.captureCall(theirs, 1n) });
  }
  return '';
}

interface Sent {
  readonly from: string;
  readonly call: Call;
}

function send(world: SimWorld, network: Simulated, { from, call }: Sent): void {
  const made = world.chains[network].transaction(from, call, world.nonce());
  world.signed.set(made.hash, made);
  world.mempool[network].push(made);
}

/** Tokens, fees and nodes make trouble for who sends. */
function disturb(world: SimWorld, deed: 'block' | 'fees' | 'drop', network: Simulated): string {
  const { dice } = world;
  const { frozen, sending, ledger } = world.chains[network];
  world.note(`deed: ${deed}`);
  const name = receiverBalance(network);
  if (deed === 'block' && !frozen.delete(name)) frozen.add(name);
  if (deed === 'fees') sending.fees.base = dice.isHit(0.5) ? 1_000_000_000n : 5_000_000_000n;
  if (deed !== 'drop') return deed;
  // What a block held is kept by nodes for a reorg; of the rest, what the installation sent is sent again by it.
  const mined = new Set(ledger.blocks.flatMap(({ receipts }) => receipts.map(({ hash }) => hash)));
  for (const hash of [...sending.pool.keys()]) {
    const isResent = world.holding?.outside.has(hash) !== true && !mined.has(hash);
    if (isResent && dice.isHit(0.5)) sending.pool.delete(hash);
  }
  return deed;
}

/** Everything is as it should be again. */
export function healCommerce(world: SimWorld): void {
  for (const network of world.networks) {
    const { frozen, sending } = world.chains[network];
    frozen.clear();
    sending.fees.base = 1_000_000_000n;
    sending.choose = dearestOf;
  }
}

function dearestOf(versions: readonly SentVersion[]): SentVersion | undefined {
  return versions.toSorted((a, b) => (a.maxFeePerGas > b.maxFeePerGas ? -1 : 1)).at(0);
}
