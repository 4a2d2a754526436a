import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { currencyById } from '#catalog/currencies.ts';
import type { SafeExecution, SafeTransaction } from '#chains/accounts.ts';
import type { Call, ChainPayment, TransactionStep } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { recordPaymentIntent } from '#modules/checkout/record-payment-intent.ts';
import { followPaymentIntents } from '#modules/intents/follow-payment-intents.ts';
import { viewPaymentIntent } from '#modules/intents/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { SafeProposal, SafeService } from '#providers/safe-service.ts';
import { TEST_TIME, testContext } from './context.ts';
import { insertLink, type PayableLink, TEST_PAYEE } from './payable-link.ts';
import { insertReceived } from './received.ts';
import { safeAccounts, safeState } from './safe-accounts.ts';
import { stepCalls } from './step-calls.ts';
import { connected, stillChain } from './still-chain.ts';

/** The Safe of the scenes. */
export const SCENE_SAFE = '0x5555555555555555555555555555555555555555';

const newKey = () => privateKeyToAccount(generatePrivateKey());
const OWNER = newKey();
/** Who must sign what it executes. */
export const SCENE_OWNERS = [OWNER, newKey()].map(({ address }) => address);
/** Who owns nothing. */
export const UNRELATED = newKey();

const NOBODY = '0x0000000000000000000000000000000000000000';
const NO_FEE = '0x000000000000000000000000000000000000dEaD';

/** What a proposal of a test differs in. */
export interface ProposalParts {
  readonly safe?: string;
  readonly signer?: PrivateKeyAccount;
  readonly nonce?: bigint;
  /** In place of the approval and the payment. */
  readonly calls?: readonly Call[];
  /** Behind them. */
  readonly more?: readonly Call[];
  readonly transaction?: Partial<SafeTransaction>;
  /** What the service shows differs from what was signed. */
  readonly shown?: Partial<SafeTransaction>;
}

const { prepare, readStep } = stepCalls('base');

/** A network with one Safe of two owners that executes what a test says. */
function scriptedSafe() {
  const { accounts, script: safes } = safeAccounts('base');
  const headNumber = 1_000_000n;
  const base = Object.assign(stillChain('base'), {
    accounts,
    prepare,
    readStep,
    readHead: async () => headNumber,
  });
  safes.states.set(SCENE_SAFE, safeState(SCENE_OWNERS));
  return {
    base,
    safes,
    /** Another Safe of the same owners. */
    addSafe: (address: string): void => {
      safes.states.set(address, safeState(SCENE_OWNERS));
    },
    /** The Safe after so many transactions, in final blocks or only in the newest. */
    useNonce: (nonce: bigint, { isFinal = true } = {}) => {
      const before = safes.states.get(SCENE_SAFE);
      if (!isFinal && before !== undefined) safes.finalStates.set(SCENE_SAFE, before);
      if (isFinal) safes.finalStates.delete(SCENE_SAFE);
      safes.states.set(SCENE_SAFE, safeState(SCENE_OWNERS, { nonce }));
    },
    /** A block that holds the execution of a proposal; returns the hash of its transaction. */
    execute: (hash: Hex, parts: Partial<SafeExecution> = {}): Hex => {
      const execution: SafeExecution = {
        outcome: 'success',
        transactionHash: hexOf(randomBytes(32)),
        block: { number: headNumber, hash: hexOf(randomBytes(32)) },
        blockTime: TEST_TIME,
        isFinal: true,
        ...parts,
      };
      safes.executions.set(hash, execution);
      return execution.transactionHash;
    },
  };
}

/** A service whose proposals a test writes. */
function scriptedService() {
  const service = { proposals: new Map<Hex, SafeProposal>(), isDown: false, calls: 0 };
  const port: SafeService = {
    networks: ['base'],
    findTransaction: async ({ safeTransactionHash }) => {
      service.calls += 1;
      if (service.isDown) throw new Outage('the service of the test is down');
      return service.proposals.get(safeTransactionHash);
    },
  };
  return { service, port };
}

/** The calls that make a payment, the approval first. */
async function callsOf(payment: ChainPayment): Promise<readonly Call[]> {
  const paying: TransactionStep = { type: 'payment', payment };
  if (payment.kind !== 'token') return await prepare([paying], undefined);
  const { tokenAddress, amountUnits: units } = payment;
  const approval = { type: 'approval', tokenAddress, units, spender: 'fee_proxy' } as const;
  return await prepare([approval, paying], undefined);
}

interface ProposedFor {
  readonly db: Database;
  readonly service: ReturnType<typeof scriptedService>['service'];
  readonly link: PayableLink;
}

/** Writes a proposal that pays a link into the service, and returns its hash. */
async function propose({ db, service, link }: ProposedFor, parts: ProposalParts): Promise<Hex> {
  const { accounts } = safeAccounts('base');
  const { safe = SCENE_SAFE, signer = OWNER, nonce = 0n, more = [] } = parts;
  const calls = parts.calls ?? (await callsOf(await paymentOf(db, link)));
  const transaction: SafeTransaction = {
    ...accounts.encodeCalls([...calls, ...more]),
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: NOBODY,
    refundReceiver: NOBODY,
    nonce,
    ...parts.transaction,
  };
  const hash = accounts.safeTransactionHash(safe, transaction);
  service.proposals.set(hash, {
    safe,
    transaction: { ...transaction, ...parts.shown },
    safeTransactionHash: hash,
    confirmations: [{ owner: signer.address, signature: await signer.sign({ hash }) }],
    confirmationsRequired: 2,
    executedBy: undefined,
    proposedAt: TEST_TIME,
  });
  return hash;
}

interface ReportParts {
  /** Null names no Safe. */
  readonly payerAddress?: string | null;
  readonly deadline?: Date;
  readonly token?: string;
}

async function report(
  ctx: Context,
  hash: Hex,
  { payerAddress = SCENE_SAFE, deadline, token }: ReportParts & { readonly token: string },
): Promise<string> {
  const answer = await recordPaymentIntent(ctx, {
    token,
    report: {
      of: 'link',
      sourceChain: 'BASE',
      reported: { kind: 'safe', hash },
      safeDeadlineSeconds: deadline && deadline.getTime() / 1_000,
      payerAddress: payerAddress ?? undefined,
      sourceNetwork: undefined,
      details: { token: 'USDC' },
    },
  });
  if (!('intentId' in answer)) throw new Error('a link was reported');
  return answer.intentId;
}

/** Links on Base that a Safe of two owners pays, with chain and service scripted. */
export async function safeScene(db: Database, { hasService = true } = {}) {
  const now = manualClock(TEST_TIME);
  const safe = scriptedSafe();
  const { service, port } = scriptedService();
  const chains = connected(safe.base);
  const ctx = testContext({ db, now, chains, ...(hasService && { safes: port }) });
  // Scenes share a database, and each follows its own intents only.
  await sql`update payment_intent set next_check_at = null`.execute(db);
  const link = await insertLink(db, { currencyId: 'USDC-base' });
  const proposeHere = (parts: ProposalParts = {}) => propose({ db, service, link }, parts);
  const reportHere = (hash: Hex, parts: ReportParts = {}) =>
    report(ctx, hash, { token: link.token, ...parts });
  return {
    ctx,
    now,
    link,
    ...safe,
    service,
    propose: proposeHere,
    /** The service shows one more signature of a proposal. */
    confirm: (hash: Hex, confirmation: SafeProposal['confirmations'][number]): void => {
      const proposal = service.proposals.get(hash);
      if (proposal === undefined) throw new Error('it was proposed');
      const confirmations = [...proposal.confirmations, confirmation];
      service.proposals.set(hash, { ...proposal, confirmations });
    },
    callsOf,
    paymentOf: (paid = link) => paymentOf(db, paid),
    report: reportHere,
    /** Proposes a payment of the link, and reports it. */
    proposed: async (parts: ProposalParts = {}) => {
      const hash = await proposeHere(parts);
      return { hash, id: await reportHere(hash) };
    },
    credit: (transactionHash: Hex, paid = link) =>
      insertReceived(db, paid, {
        units: paid.expectedUnits,
        transactionHash: Buffer.from(transactionHash.slice(2), 'hex'),
        paidIn: { network: 'base', currencyId: 'USDC-base' },
      }),
    /** Checks what is due, once the longest pause has passed. */
    follow: async (laterMs = 15 * 60 * 1_000) => {
      now.advance(laterMs);
      return await followPaymentIntents(ctx, 100);
    },
    ...readsOf(ctx, link),
  };
}

function readsOf(ctx: Context, link: PayableLink) {
  return {
    statusOf: async (id: string) => (await viewPaymentIntent(ctx, id))?.status,
    historyOf: async (id: string) =>
      (await viewPaymentIntent(ctx, id))?.observations.map(({ event }) => event),
    events: async (): Promise<readonly Record<string, unknown>[]> =>
      (
        await ctx.db
          .selectFrom('event')
          .select('payload')
          .where('secure_payment_token', '=', link.token)
          .orderBy('id')
          .execute()
      ).map(({ payload }) => JSON.parse(payload)),
  };
}

async function paymentOf(
  db: Database,
  link: PayableLink,
): Promise<Extract<ChainPayment, { kind: 'token' }>> {
  const { payment_reference: paymentReference } = await db
    .selectFrom('request')
    .select('payment_reference')
    .where('id', '=', link.requestRowId)
    .executeTakeFirstOrThrow();
  return {
    kind: 'token',
    tokenAddress: currencyById('USDC-base')?.address ?? '',
    payeeAddress: TEST_PAYEE,
    amountUnits: link.expectedUnits,
    paymentReference: `0x${paymentReference.slice(2)}`,
    feeUnits: 0n,
    feeAddress: NO_FEE,
  };
}
