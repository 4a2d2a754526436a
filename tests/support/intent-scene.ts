import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { CONTRACTS } from '#catalog/contracts.ts';
import { currencyById } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import type { BridgeDeposit, Fill, FillState, SourceTransaction } from '#chains/chain.ts';
import { destinationCall } from '#chains/evm/bridge/destination-call.ts';
import { manualClock } from '#kit/clock.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { addPaymentIntent } from '#modules/intents/add-payment-intent.ts';
import { followPaymentIntents } from '#modules/intents/follow-payment-intents.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { bridgeChain, chainIdOf } from './bridge-chain.ts';
import { TEST_TIME, testContext } from './context.ts';
import { insertLink, type PayableLink } from './payable-link.ts';
import { insertReceived } from './received.ts';
import { connected } from './still-chain.ts';

/** Who pays from Arbitrum in the scenes of intents. */
export const SCENE_PAYER = '0x2222222222222222222222222222222222222222';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

let lastDeposit = 0n;

/** What a deposit of a test pays; left out, the link of the scene. */
interface DepositParts {
  readonly reference?: Hex;
  readonly payee?: string;
  readonly token?: string;
  readonly destination?: NetworkId;
  readonly inputUnits?: bigint;
}

/** What a payment in the ledger brought, and for which deposit; undefined is none. */
interface CreditParts {
  readonly units?: bigint;
  readonly bridge?: Pick<BridgeDeposit, 'originChainId' | 'depositId'> | undefined;
}

/** A link on Base that is paid from Arbitrum, with both chains scripted. */
export async function intentScene(db: Database) {
  const now = manualClock(TEST_TIME);
  const arbitrum = bridgeChain('arbitrum-one');
  const base = bridgeChain('base');
  const ctx = testContext({ db, now, chains: connected(arbitrum.chain, base.chain) });
  // Scenes share a database, and each follows its own intents only.
  await sql`update payment_intent set next_check_at = null`.execute(db);
  const link = await insertLink(db, { currencyId: 'USDC-base' });
  const { payment_reference: reference } = await db
    .selectFrom('request')
    .select('payment_reference')
    .where('id', '=', link.requestRowId)
    .executeTakeFirstOrThrow();
  const ofIntent = intentsOf(ctx, link);
  let deposited: BridgeDeposit | undefined;
  return {
    ctx,
    now,
    arbitrum: arbitrum.script,
    base: base.script,
    link,
    ...ofIntent,
    deposit: (parts: DepositParts = {}) => {
      deposited = depositOf(link, `0x${reference.slice(2)}`, parts);
      return deposited;
    },
    /** Checks what is due, once the longest pause of a status has passed. */
    follow: async (laterMs = 15 * 60 * 1_000) => {
      now.advance(laterMs);
      return await followPaymentIntents(ctx, 100);
    },
    /** The payment in the ledger that a transaction made of the link, for the newest deposit. */
    credit: (transactionHash: Hex, parts: CreditParts = {}) =>
      insertReceived(db, link, {
        units: link.expectedUnits,
        transactionHash: Buffer.from(transactionHash.slice(2), 'hex'),
        paidIn: { network: 'base', currencyId: 'USDC-base' },
        bridge: deposited,
        ...parts,
      }),
    /** A block of Arbitrum that holds a transaction, with what it deposits. */
    mine: (hash: Hex, parts: Partial<Mined> = {}) => {
      arbitrum.script.transactions.set(hash, mined(hash, parts));
    },
    bridges: { arbitrum: arbitrum.bridge, base: base.bridge },
  };
}

/** A scene whose intent made a deposit in a final block. */
export async function depositedScene(db: Database) {
  const { deposit: newDeposit, ...scene } = await intentScene(db);
  const { id, hash } = await scene.report();
  const deposit = newDeposit();
  scene.mine(hash, { deposits: [deposit], isFinal: true });
  return { ...scene, id, hash, deposit, newDeposit };
}

type Mined = Extract<SourceTransaction, { state: 'success' | 'reverted' }>;

function mined(hash: Hex, parts: Partial<Mined>): Mined {
  return {
    hash,
    state: 'success',
    sender: SCENE_PAYER,
    nonce: 7n,
    transaction: { to: SCENE_PAYER, data: '0x', valueUnits: 0n },
    block: { number: 500n, hash: hexOf(randomBytes(32)) },
    blockTime: TEST_TIME,
    isFinal: false,
    deposits: [],
    ...parts,
  };
}

function intentsOf(ctx: ReturnType<typeof testContext>, link: PayableLink) {
  const { db } = ctx;
  return {
    report: async (network: NetworkId = 'arbitrum-one', hash = hexOf(randomBytes(32))) => {
      const found = await findByToken(ctx, link.token);
      if (found === undefined) throw new Error('the link is there');
      const { id } = await addPaymentIntent(ctx, {
        link: found,
        network,
        reported: { kind: 'transaction', hash },
        safeDeadline: null,
        payerAddress: null,
        details: { token: 'USDC' },
      });
      return { id, hash };
    },
    statusOf: async (id: string) =>
      (
        await db
          .selectFrom('payment_intent')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status,
    isDue: async (id: string) =>
      (
        await db
          .selectFrom('payment_intent')
          .select('next_check_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).next_check_at !== null,
    historyOf: async (id: string) =>
      (
        await db
          .selectFrom('payment_intent_observation')
          .select('status')
          .where('payment_intent_id', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ status }) => status),
    /** What is shown of the payer with the payments of the link. */
    sources: async () =>
      (
        await db
          .selectFrom('payment_source')
          .select(['source_network', 'source_transaction_hash', 'source_units', 'transaction_hash'])
          .where('request_id', '=', link.requestRowId)
          .execute()
      ).map((row) => ({
        ...row,
        source_transaction_hash: hexOf(row.source_transaction_hash),
        transaction_hash: hexOf(row.transaction_hash),
      })),
    events: async (): Promise<readonly Record<string, unknown>[]> =>
      (
        await db
          .selectFrom('event')
          .select('payload')
          .where('secure_payment_token', '=', link.token)
          .orderBy('id')
          .execute()
      ).map(({ payload }) => JSON.parse(payload)),
  };
}

function depositOf(link: PayableLink, reference: Hex, parts: DepositParts): BridgeDeposit {
  lastDeposit += 1n;
  const destination = parts.destination ?? 'base';
  const { to, data } = destinationCall(CONTRACTS.base.erc20FeeProxy, {
    kind: 'token',
    tokenAddress: parts.token ?? link.tokenAddress,
    payeeAddress: parts.payee ?? '0x1111111111111111111111111111111111111111',
    amountUnits: link.expectedUnits,
    paymentReference: parts.reference ?? reference,
    feeUnits: 0n,
    feeAddress: '0x000000000000000000000000000000000000dEaD',
  });
  return {
    depositId: lastDeposit,
    originChainId: chainIdOf('arbitrum-one'),
    destinationChainId: chainIdOf(destination),
    depositor: SCENE_PAYER,
    recipient: '0x33b255b5db44A78c34381f89f1a454bc0Ef49871',
    inputToken: currencyById('USDC-arbitrum-one')?.address ?? '',
    inputUnits: parts.inputUnits ?? 12_600_000n,
    outputToken: link.tokenAddress,
    outputUnits: link.expectedUnits,
    fillDeadline: new Date(TEST_TIME.getTime() + HOUR_MS),
    relayHash: hexOf(randomBytes(32)),
    messageHash: hexOf(randomBytes(32)),
    call: { to, data, units: link.expectedUnits },
    fallbackAddress: SCENE_PAYER,
  };
}

/** How a deposit stands, by blocks of a minute after the deadline of the scene's deposits. */
export function fillState(parts: Partial<FillState> = {}): FillState {
  const later = new Date(TEST_TIME.getTime() + DAY_MS);
  return {
    isFilled: false,
    isFilledFinally: false,
    headTime: later,
    finalTime: TEST_TIME,
    ...parts,
  };
}

/** A fill whose call ran. */
export function fillOf(parts: Partial<Fill> = {}): Fill {
  return {
    transactionHash: hexOf(randomBytes(32)),
    block: { number: 900n, hash: hexOf(randomBytes(32)) },
    blockTime: TEST_TIME,
    isFinal: false,
    relayer: '0x4444444444444444444444444444444444444444',
    recipient: '0x33b255b5db44A78c34381f89f1a454bc0Ef49871',
    outputUnits: 12_500_000n,
    outcome: 'call_ran',
    ...parts,
  };
}
