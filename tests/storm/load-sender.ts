import { setTimeout as wait } from 'node:timers/promises';
import { createPublicClient, createTestClient, encodeFunctionData, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { recurringProxyAbi } from '#catalog/abis/recurring-proxy.ts';
import { currencyById } from '#catalog/currencies.ts';
import { RECURRING_PROXIES } from '#catalog/recurring-proxies.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, type TestAccount } from '../../src/sandbox/test-accounts.ts';
import { asCall, sendCall } from '../../src/sandbox/test-wallet.ts';
import { readReceipt } from '../support/read-receipt.ts';
import { hex } from '../support/route-sample.ts';
import { CreatedSchedule, signSchedule } from '../support/sign-schedule.ts';
import { type LoadParts, send } from './load.ts';

/** What the operator's key has to do in a storm, as the callers were answered. */
export interface SenderLedger {
  /** Signed schedules, the first payment of which is due. */
  readonly schedules: { readonly id: string; readonly payee: Hex }[];
  /** What was captured, voided and refunded of payments that an escrow holds. */
  readonly captured: HeldEntry[];
}

/** One payment that an escrow holds, in the token's units. */
interface HeldEntry {
  readonly requestId: string;
  readonly payer: Hex;
  readonly merchant: Hex;
  units: bigint;
  voidedUnits: bigint;
  refundedUnits: bigint;
}

/** So many of each at most, as a storm ends once all of them have. */
const SCHEDULES_MAX = 8;
const HELD_MAX = 4;
/** What a schedule pays, and what is held and taken of it, in the token's units. */
export const INSTALMENT_UNITS = 20_000n;
export const HELD_UNITS = 100n;
/** What each payer has at first. */
export const MINTED_UNITS = 10n * INSTALMENT_UNITS;
const CAPTURES = [30n, 20n] as const;

const POLL_MS = 200;
/** A capture that never counts is a failure of the storm, which the judge finds. */
const POLLS_MAX = 600;
const COINS = 10n ** 18n;
const USDC = 'USDC-base';
const Transaction = z.object({ to: z.string(), data: z.string(), value: z.string() });
const Held = z.looseObject({ requestId: z.string(), payerTransactions: z.array(Transaction) });
const Shown = z.looseObject({ canCapture: z.boolean(), capturedAmount: z.string() });

/** The node that wallets send to. */
export type Node = LoadParts['node'];

function newAccount(): TestAccount {
  const privateKey = generatePrivateKey();
  return { privateKey, address: privateKeyToAccount(privateKey).address };
}

/** A key of the operator that has coins, and from which the recurring proxy takes instalments. */
export async function openSender(node: Node): Promise<TestAccount> {
  const sender = newAccount();
  await fund(node, sender.address);
  const args = [TEST_ACCOUNTS.operator.address, sender.address] as const;
  const data = encodeFunctionData({ abi: recurringProxyAbi, functionName: 'setRelayer', args });
  await carryOut(node, TEST_ACCOUNTS.operator, [
    { to: RECURRING_PROXIES.base, data, value: '0x0' },
  ]);
  return sender;
}

/** Has instalments and captures made, each call with an idempotency key until it is answered. */
export async function loadSender(parts: LoadParts, ledger: SenderLedger): Promise<void> {
  const schedules = async () => {
    for (let i = 0; i < SCHEDULES_MAX && !parts.isOver(); i += 1) {
      await beginSchedule(parts, ledger, `schedule-${i}`);
    }
  };
  const held = async () => {
    for (let i = 0; i < HELD_MAX && !parts.isOver(); i += 1) {
      await holdAndCapture(parts, ledger, `held-${i}`);
    }
  };
  await Promise.all([schedules(), held()]);
}

async function beginSchedule(parts: LoadParts, ledger: SenderLedger, name: string) {
  const payer = await newPayer(parts.node);
  const payee = newAccount().address;
  const said = await post(parts, `${name}-create`, {
    path: '/v2/payouts',
    status: 201,
    body: {
      payee,
      amount: '0.02',
      invoiceCurrency: USDC,
      paymentCurrency: USDC,
      recurrence: {
        startDate: new Date().toISOString(),
        frequency: 'DAILY',
        totalPayments: 2,
        payer: payer.address,
      },
    },
  });
  const created = CreatedSchedule.parse(said);
  await carryOut(parts.node, payer, created.transactions);
  const permitSignature = await signSchedule(created, payer);
  await post(parts, `${name}-sign`, {
    path: `/v2/payouts/recurring/${created.id}`,
    status: 201,
    body: { permitSignature },
  });
  ledger.schedules.push({ id: created.id, payee });
}

async function holdAndCapture(parts: LoadParts, ledger: SenderLedger, name: string) {
  const payer = await newPayer(parts.node);
  const merchant = newAccount().address;
  const said = await post(parts, `${name}-create`, {
    path: '/v2/commerce-payments/authorize/calldata',
    status: 201,
    body: {
      merchantId: name,
      merchantAddress: merchant,
      buyerAddress: payer.address,
      amount: String(HELD_UNITS),
      paymentCurrency: USDC,
    },
  });
  const { requestId, payerTransactions } = Held.parse(said);
  await carryOut(parts.node, payer, payerTransactions);
  const path = `/v2/commerce-payments/${requestId}`;
  const call = (what: string, body: object) =>
    post(parts, `${name}-${what}`, { path: `${path}/${what.split('-')[0]}`, status: 200, body });
  await call('authorize', {});
  const none = { units: 0n, voidedUnits: 0n, refundedUnits: 0n };
  const entry = { requestId, payer: payer.address, merchant, ...none };
  ledger.captured.push(entry);
  for (const [i, units] of CAPTURES.entries()) {
    const shown = await untilCounted(parts, `${path}/status`, entry.units);
    if (!shown) return;
    await call(`capture-${i}`, { captureAmount: String(units) });
    entry.units += units;
  }
  if (!(await untilCounted(parts, `${path}/status`, entry.units))) return;
  await call('void', {});
  entry.voidedUnits = HELD_UNITS - entry.units;
}

/** Waits until all that was captured counts and more may be; false where that does not happen. */
async function untilCounted(parts: LoadParts, path: string, units: bigint): Promise<boolean> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    const headers = { 'x-api-key': parts.apiKey };
    const { body } = await send(parts, path, { expectedStatus: 200, headers });
    const { canCapture, capturedAmount } = Shown.parse(body);
    if (canCapture && capturedAmount === String(units)) return true;
    await wait(POLL_MS);
  }
  return false;
}

interface Posted {
  readonly path: string;
  readonly status: number;
  readonly body: object;
}

async function post(parts: LoadParts, key: string, { path, status, body }: Posted) {
  const headers = { 'x-api-key': parts.apiKey, 'idempotency-key': key };
  return (await send(parts, path, { expectedStatus: status, headers, body })).body;
}

/** A wallet that nobody else is, with enough of the token. */
async function newPayer(node: Node): Promise<TestAccount> {
  const payer = newAccount();
  await fund(node, payer.address);
  const abi = parseAbi(['function mint(address to, uint256 units)']);
  const data = encodeFunctionData({ abi, args: [payer.address, MINTED_UNITS] });
  await carryOut(node, payer, [{ to: hex(currencyById(USDC)?.address), data, value: '0x0' }]);
  return payer;
}

async function fund({ rpcUrl }: Node, address: Hex): Promise<void> {
  const anvil = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  await anvil.setBalance({ address, value: COINS });
}

/** Sends transactions of a wallet one after another. */
export async function carryOut(
  node: Node,
  by: TestAccount,
  transactions: readonly z.output<typeof Transaction>[],
): Promise<void> {
  const client = createPublicClient({ transport: http(node.rpcUrl), pollingInterval: 20 });
  for (const transaction of transactions) {
    await readReceipt(client, await sendCall(node, by, asCall(transaction)));
  }
}
