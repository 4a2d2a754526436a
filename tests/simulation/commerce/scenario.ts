import type { TransactionSender } from '#chains/chain.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { authorizeCommercePayment } from '#modules/commerce/authorize-commerce-payment.ts';
import { captureCommercePayment } from '#modules/commerce/capture-commerce-payment.ts';
import { createCommercePayment } from '#modules/commerce/create-commerce-payment.ts';
import { followOperations } from '#modules/commerce/follow-operations.ts';
import { prepareCommerceCapture } from '#modules/commerce/prepare-commerce-capture.ts';
import { viewCommercePayment } from '#modules/commerce/view-commerce-payment.ts';
import type { Context } from '../../../src/context.ts';
import { type Fate, Killed, type Reach } from '../../support/faulty-database.ts';
import { WALLETS } from '../networks.ts';
import { NO_PLANT } from '../plants.ts';
import { steppedWorker } from '../workers.ts';
import { openWorld, type SimWorld, type WorldPool } from '../world.ts';
import { healCommerce, shopOf } from './deeds.ts';
import { dollarsOf, escrowOf, findHeld, receiverBalance } from './holding.ts';
import { findFalseHoldings } from './truth.ts';

const NETWORK = 'sepolia';
/** More than one process waits for another that was killed. */
const LONG_MS = 61_000;
const ROUNDS = 2;

/** How a capture ended whose process was killed. */
export interface CaptureEnding {
  readonly capturedAmount: string;
  readonly canCapture: boolean;
  /** What is stored and not so on the chain. */
  readonly problems: readonly string[];
  /** What the process reached while it captured. */
  readonly points: readonly Reach[];
}

/** Somebody captures 40 of 100 and dies at one of the points at which the process reaches outside; what is unattended goes on. */
export async function captureAndDie(
  pool: WorldPool,
  death?: { readonly at: number; readonly fate: Fate },
): Promise<CaptureEnding> {
  const { world, requestId } = await openHeld(pool);
  const points: Reach[] = [];
  const process = world.start('shop');
  process.mortal.fateOf = async (reach) => {
    points.push(reach);
    return points.length === death?.at ? death.fate : 'well';
  };
  try {
    await captureCommercePayment(asShop(world, process.ctx), { requestId, captureUnits: 40n });
  } catch (error) {
    // Whatever a dying process throws is of no interest to anybody.
    if (!(error instanceof Killed || process.mortal.isDead)) throw error;
  }
  await runUnattended(world);
  const problems = [...(await findFalseHoldings(world)), ...world.complaints];
  const { ctx } = world.start('shop');
  const shown = await viewCommercePayment(asShop(world, ctx), { requestId });
  const { capturedAmount, canCapture } = shown;
  return { capturedAmount, canCapture, problems, points };
}

/** A world in which a payment of 100 is held, and nothing goes wrong by itself. */
async function openHeld(pool: WorldPool) {
  const networks = [NETWORK] as const;
  const parts = { networks, paysSelves: false, plant: NO_PLANT, holds: true };
  const world = await openWorld({ pool, seed: 'a capture', ...parts });
  healCommerce(world);
  return { world, requestId: await hold(world) };
}

/** What a shop is shown and refused at one moment. */
interface Moment {
  readonly status: string;
  readonly capturedAmount: string;
  /** What a capture of 1 more is refused for. */
  readonly refusal: string | undefined;
}

/** Two captures are taken back by one reorg, and carried out again one after the other; how it looks before, between and after. */
export async function captureTwiceAndReorganize(pool: WorldPool): Promise<readonly Moment[]> {
  const { world, requestId } = await openHeld(pool);
  const { ledger, sending } = world.chains[NETWORK];
  const acting = asShop(world, world.start('shop').ctx);
  const before = ledger.head().number;
  for (const captureUnits of [30n, 20n]) {
    await captureCommercePayment(acting, { requestId, captureUnits });
    await runUnattended(world, 1);
  }
  let allowed = 0n;
  // The first nonce authorised. Fees are raised meanwhile, so that hashes are others later.
  sending.choose = (versions) => versions.find(({ nonce }) => nonce <= allowed);
  const readMoment = async (): Promise<Moment> => {
    await runUnattended(world, 2);
    const { status, capturedAmount } = await viewCommercePayment(acting, { requestId });
    const preparing = prepareCommerceCapture(acting, { requestId, captureUnits: 1n });
    const refusal = await preparing.then(() => undefined, codeOf);
    return { status, capturedAmount, refusal };
  };
  const moments = [await readMoment()];
  ledger.cut(before + 1n);
  for (; allowed <= 2n; allowed += 1n) moments.push(await readMoment());
  return moments;
}

/** A capture is reverted deep enough to have failed; then a reorg takes it back, and it is carried out. What is shown of it before and after. */
export async function captureInVainAndReorganize(pool: WorldPool): Promise<readonly unknown[]> {
  const { world, requestId } = await openHeld(pool);
  const { ledger, frozen } = world.chains[NETWORK];
  const acting = asShop(world, world.start('shop').ctx);
  const before = ledger.head().number;
  const readShown = async () => {
    await runUnattended(world);
    const { capturedAmount, events } = await viewCommercePayment(acting, { requestId });
    return { capturedAmount, events: events.map(({ type }) => type).sort() };
  };
  await captureCommercePayment(acting, { requestId, captureUnits: 40n });
  frozen.add(receiverBalance(NETWORK));
  const first = await readShown();
  ledger.cut(before + 1n);
  frozen.clear();
  return [first, await readShown(), await findFalseHoldings(world)];
}

/**
 * Somebody captures 40 of 100; a worker carries that on while the process waits for its node, which then fails: the capture is given up
 * while the worker prepares it. How the payment looks once the worker has ended, and once 40 were captured again.
 */
export async function captureWhileGivenUp(pool: WorldPool): Promise<readonly unknown[]> {
  const { world, requestId } = await openHeld(pool);
  const shop = asShop(world, world.start('shop').ctx);
  const givenUp = Promise.withResolvers<void>();
  const preparing = Promise.withResolvers<void>();
  const worker = preparedBy(world.start('worker').ctx, async (prepare) => {
    const prepared = await prepare();
    preparing.resolve();
    await givenUp.promise;
    return prepared;
  });
  let carriedOn: Promise<unknown> = Promise.resolve();
  let prepared = 0;
  const process = preparedBy(shop, async (prepare) => {
    prepared += 1;
    // The first is before anything is stored.
    if (prepared === 1) return await prepare();
    world.clock.advance(11_000);
    carriedOn = followOperations(worker, 1);
    await preparing.promise;
    throw new Outage('the node of the process is down');
  });
  const capture = { requestId, captureUnits: 40n };
  const given = await captureCommercePayment(process, capture).then(
    () => undefined,
    (error: unknown) => error instanceof Outage,
  );
  givenUp.resolve();
  await carriedOn;
  const readShown = async () => {
    await runUnattended(world);
    const { status, capturedAmount } = await viewCommercePayment(shop, { requestId });
    return { status, capturedAmount };
  };
  const first = await readShown();
  await captureCommercePayment(shop, capture);
  return [given, first, await readShown(), await findFalseHoldings(world)];
}

/** A process whose sender prepares calls in another way. */
function preparedBy(
  ctx: Context,
  by: (
    prepare: () => ReturnType<TransactionSender['prepare']>,
  ) => ReturnType<TransactionSender['prepare']>,
): Context {
  const chain = ctx.chains.get(NETWORK);
  if (chain?.sender === undefined) throw new Error(`something is sent on ${NETWORK}`);
  const { sender } = chain;
  const slow = {
    ...chain,
    sender: {
      ...sender,
      prepare: (call: Parameters<typeof sender.prepare>[0]) => by(() => sender.prepare(call)),
    },
  };
  return { ...ctx, chains: { ...ctx.chains, all: [slow], get: () => slow } };
}

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  throw error;
}

function asShop({ accounts }: SimWorld, ctx: Context): Context {
  return { ...ctx, actor: shopOf(accounts[0] ?? '') };
}

/** A payment of 100 that is held. */
async function hold(world: SimWorld): Promise<string> {
  const { ctx } = world.start('shop');
  const acting = asShop(world, ctx);
  await createCommercePayment(acting, {
    merchantId: 'shop',
    merchantAddress: WALLETS.payee,
    buyerAddress: WALLETS.payers[0],
    amount: '100',
    paymentCurrency: dollarsOf(NETWORK),
  });
  const [payment] = await findHeld(world);
  if (payment === undefined) throw new Error('a payment was made');
  const chain = world.chains[NETWORK];
  const calls = escrowOf(chain).reads.payerCalls(payment.terms, payment);
  chain.mine(calls.map((call, i) => chain.transaction(WALLETS.payers[0], call, i)));
  const { requestId } = payment;
  await authorizeCommercePayment(acting, { requestId, signature: undefined });
  await runUnattended(world);
  return requestId;
}

/** What is unattended has as many turns as it wants, by a worker to whom nothing happens. */
async function runUnattended(world: SimWorld, rounds = ROUNDS): Promise<void> {
  const worker = steppedWorker(world, world.start('worker'));
  const names = worker.names.filter((name) => !name.includes('webhook'));
  for (let round = 0; round < rounds; round += 1) {
    world.clock.advance(LONG_MS);
    for (let i = 0; i < 3; i += 1) world.chains[NETWORK].mine();
    for (const name of names) await worker.round(name);
  }
}
