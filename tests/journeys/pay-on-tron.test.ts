import { TronWeb, utils } from 'tronweb';
import { decodeFunctionData, encodeFunctionData, type Hex, isHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { buildTransaction, decodeTransaction } from '#sandbox/tron/transaction.ts';
import { writeFields } from '#sandbox/tron/wire-format.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { newWallet, TRON_USDC, TRON_USDT, TRX } from '../support/tron-node.ts';
import { type TronPayer, tronPayer, type Unsigned } from '../support/tron-payer.ts';
import { until } from '../support/webhook-world.ts';
import type { ReachedWorld } from '../support/world.ts';
import { TRON_PROTOCOL_FEE } from '../support/world-settings.ts';

const FEE_PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
const COLLECTOR = TRON_PROTOCOL_FEE.PROTOCOL_FEE_TRON_ADDRESS;

let world: ReachedWorld;
let receiver: Receiver;
beforeAll(async () => {
  world = await sharedWorld(TRON_PROTOCOL_FEE);
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
});
afterAll(() => receiver[Symbol.asyncDispose]());

const Link = z.looseObject({ token: z.string(), requestIds: z.tuple([z.string()]) });
const post = async (path: string, body: object) =>
  Link.parse(
    (
      await sendToHost(`${world.apiUrl}/v2/secure-payments${path}`, {
        headers: { 'x-api-key': world.sandbox.apiKey },
        body,
      })
    ).body,
  );

/** A link for a payee whom nobody else pays. */
async function newLink(amount: string, currency = 'USDT-tron') {
  const payee = newWallet().address;
  const item = { payee, amount, invoiceCurrency: currency, paymentCurrency: currency };
  return { ...(await post('', { requests: [item] })), payee };
}

const confirmed = (requestId: string) =>
  receiver.awaitDelivery(
    ({ payload }) => payload.event === 'payment.confirmed' && payload.requestId === requestId,
  );

describe('a link on Tron is paid until its webhook', () => {
  it.each([
    ['USDT-tron', TRON_USDT],
    ['USDC-tron', TRON_USDC],
  ])('by approval, payment and fee one after another, in %s', async (currency, tokenAddress) => {
    const { token, requestIds, payee } = await newLink('12.5', currency);
    const payer = await tronPayer(world);
    const { transactions, metadata } = await payer.prepare(token);
    expect(transactions.map(({ to }) => to)).toEqual([tokenAddress, FEE_PROXY, FEE_PROXY]);
    expect(transactions.map(({ raw_data }) => raw_data.fee_limit / TRX)).toEqual([100, 300, 300]);
    expect(metadata).toMatchObject({
      needsApproval: true,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      hasEnoughAllowance: false,
      approvalFeeLimit: '100000000',
      paymentFeeLimit: '300000000',
      transactionSponsorshipFeeUsd: null,
      routeType: 'samechain',
    });
    await payer.pay(token, transactions);
    const { payload } = await confirmed(requestIds[0]);
    expect(payload).toMatchObject({ payee, amount: '12.5', network: 'tron' });
    expect(await payer.node.unitsOf(tokenAddress, payee)).toBe(12_500_000n);
    // The fee is a transaction of its own, which may count a block later.
    await until(async () => {
      const { outstandingFees } = (await world.awaitStatus(token, 409)).body;
      return Array.isArray(outstandingFees) && outstandingFees.length === 0;
    });
  });

  it('by one call that pays the fee too, once approved', async () => {
    const { token, requestIds, payee } = await newLink('20');
    const payer = await tronPayer(world);
    const before = await payer.node.unitsOf(TRON_USDT, COLLECTOR);
    const { atomicTransactions = [] } = await payer.prepare(token);
    expect(atomicTransactions).toHaveLength(2);
    await payer.pay(token, atomicTransactions);
    await confirmed(requestIds[0]);
    expect(await payer.node.unitsOf(TRON_USDT, payee)).toBe(20_000_000n);
    expect((await payer.node.unitsOf(TRON_USDT, COLLECTOR)) - before).toBe(200_000n);
  });

  it('without an approval where the allowance suffices, as a payout', async () => {
    const recipient = newWallet().address;
    const payer = await tronPayer(world);
    await payer.node.allow(payer.wallet, TRON_USDT, FEE_PROXY);
    const { token, requestIds } = await post('/payouts', {
      recipient,
      creatorWalletAddress: payer.wallet.address,
      network: 'tron',
      currency: 'USDT-tron',
      amount: '3',
    });
    const { transactions } = await payer.prepare(token);
    expect(transactions.map(({ to }) => to)).toEqual([FEE_PROXY, FEE_PROXY]);
    await payer.pay(token, transactions);
    await confirmed(requestIds[0]);
    expect(await payer.node.unitsOf(TRON_USDT, recipient)).toBe(3_000_000n);
  });

  it('in two parts, the second of which is what the first left', async () => {
    const { token, requestIds, payee } = await newLink('10');
    const payer = await tronPayer(world);
    await payer.node.allow(payer.wallet, TRON_USDT, FEE_PROXY);
    const whole = (await payer.prepare(token)).transactions[0];
    await payer.node.send(payer.wallet, {
      contract: FEE_PROXY,
      data: withAmount(whole?.data ?? '', 4_000_000n),
      feeLimit: 300 * TRX,
    });
    await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.partial' && payload.requestId === requestIds[0],
    );
    const rest = await payer.prepare(token);
    await payer.pay(token, rest.transactions);
    await confirmed(requestIds[0]);
    expect(await payer.node.unitsOf(TRON_USDT, payee)).toBe(10_000_000n);
  });

  it('after a first transaction that ran out of energy, which paid nothing', async () => {
    const { token, requestIds, payee } = await newLink('5');
    const payer = await tronPayer(world);
    await payer.node.allow(payer.wallet, TRON_USDT, FEE_PROXY);
    const [payment] = (await payer.prepare(token)).transactions;
    if (payment === undefined) throw new Error('there is a payment');
    await payer.node.post('control/next-result', { result: 'OUT_OF_ENERGY' });
    // However slowly this is read, the failure is not final before.
    await payer.node.post('control/solidify', { behind: 120 });
    const [txid] = await payer.pay(token, [payment]);
    const waiting = await world.read(`${token}/pay?wallet=${payer.wallet.address}`);
    await payer.node.post('control/solidify', { behind: 2 });
    expect(waiting).toMatchObject({ status: 423, body: { sentTransactions: [{ txid }] } });
    await until(async () => (await world.read(`${token}/pay`)).status === 200);
    expect(await payer.node.unitsOf(TRON_USDT, payee)).toBe(0n);
    const again = await payer.prepare(token);
    await payer.pay(token, again.transactions);
    await confirmed(requestIds[0]);
    expect(await payer.node.unitsOf(TRON_USDT, payee)).toBe(5_000_000n);
  });
});

describe('what the relay refuses never reaches the node', () => {
  let payer: TronPayer;
  let token: string;
  let payment: Unsigned;
  beforeAll(async () => {
    payer = await tronPayer(world);
    await payer.node.allow(payer.wallet, TRON_USDT, FEE_PROXY);
    ({ token } = await newLink('1'));
    const [first] = (await payer.prepare(token)).transactions;
    if (first === undefined) throw new Error('there is a payment');
    payment = first;
  });

  const callOf = (raw: Unsigned['raw_data']) => raw.contract[0].parameter.value;
  const call = (field: string, value: unknown): Alteration => [
    (raw) => Object.assign(callOf(raw), { [field]: value }),
  ];
  const argument = (at: number, value: unknown): Alteration => [
    (raw) => Object.assign(callOf(raw), { data: withArgument(payment.data, at, value).slice(2) }),
  ];
  const outside = (field: string, value: () => unknown): Alteration => [
    (raw) => Object.assign(raw, { [field]: value() }),
  ];
  const other = evmFormOf(newWallet().address);

  it.each<[string, string, Alteration]>([
    ['another contract', 'contract', call('contract_address', hexOf(TRON_USDC))],
    [
      'another method',
      'method',
      [(raw) => Object.assign(callOf(raw), { data: `a9059cbb${payment.data.slice(10)}` })],
    ],
    ['tokens sent along', 'token_id', call('token_id', 1_000_001)],
    ['another token', 'token', argument(0, evmFormOf(TRON_USDC))],
    ['another payee', 'payee', argument(1, other)],
    ['another amount', 'amount', argument(2, 2n)],
    ['another reference', 'reference', argument(3, '0x0011223344556677')],
    ['a fee', 'fee', argument(4, 1n)],
    ['another receiver of fees', 'feeReceiver', argument(5, other)],
    ['TRX sent along', 'call_value', call('call_value', 1)],
    ['another owner', 'signature', call('owner_address', hexOf(newWallet().address))],
    ['another fee limit', 'fee_limit', outside('fee_limit', () => 301 * TRX)],
    ['a memo', 'memo', outside('data', () => '6d')],
    ['an expiry that is over', 'expiration', outside('expiration', () => Date.now() - 60_000)],
    ['an expiry far ahead', 'expiration', outside('expiration', () => Date.now() + 660_000)],
    [
      'a permission',
      'permission_id',
      [(raw) => Object.assign(raw.contract[0], { Permission_id: 2 })],
    ],
  ])('%s, naming %s', async (_, field, [alter]) => {
    const altered = rebuilt(payment, alter);
    expect(altered.txID).not.toBe(payment.txID);
    const signed = await payer.sign(altered).catch(() => forcedSignature(payer, altered));
    const answer = await payer.broadcast(token, { signedTransaction: signed });
    expect([answer.status, fieldsOf(answer.body)]).toEqual([400, [field]]);
    expect(await payer.isKnown(altered.txID)).toBe(false);
  });

  it('two contracts', async () => {
    const { raw } = decodeTransaction(writeFields([[1, payment.raw_data_hex]]));
    const { rawHex, txId } = buildTransaction({
      ...raw,
      contracts: raw.contracts.concat(raw.contracts),
    });
    const altered = { ...payment, raw_data_hex: rawHex, txID: txId };
    const answer = await payer.broadcast(token, forcedSignature(payer, altered));
    expect([answer.status, fieldsOf(answer.body)]).toEqual([400, ['contract']]);
    expect(await payer.isKnown(txId)).toBe(false);
  });

  it('more than 64 kB', async () => {
    const altered = { ...payment, raw_data_hex: '0a'.repeat(64 * 1024 + 1) };
    const answer = await payer.broadcast(token, forcedSignature(payer, altered));
    expect(answer).toMatchObject({ status: 400, body: { code: 'transaction_too_large' } });
    expect(await payer.isKnown(payment.txID)).toBe(false);
  });

  it('a JSON form that says something else than the bytes', async () => {
    const signed = await payer.sign(payment);
    const raw_data = { ...payment.raw_data, fee_limit: 1 };
    const answer = await payer.broadcast(token, { ...signed, raw_data });
    expect([answer.status, fieldsOf(answer.body)]).toEqual([400, ['raw_data.fee_limit']]);
    expect(await payer.isKnown(payment.txID)).toBe(false);
  });

  it('an id that is not that of the bytes', async () => {
    const signed = await payer.sign(payment);
    const txID = 'ab'.repeat(32);
    const answer = await payer.broadcast(token, { ...signed, txID });
    expect([answer.status, fieldsOf(answer.body)]).toEqual([400, ['txID']]);
    expect(await payer.isKnown(payment.txID)).toBe(false);
  });

  it('a signature with the wrong recovery id', async () => {
    const signed = z
      .looseObject({ signature: z.tuple([z.string()]) })
      .parse(await payer.sign(payment));
    const [signature] = signed.signature;
    const last = signature.slice(-2).toLowerCase() === '1b' ? '1c' : '1b';
    const wrong = { ...signed, signature: [`${signature.slice(0, -2)}${last}`] };
    expect(await payer.broadcast(token, wrong)).toMatchObject({
      status: 400,
      body: { code: 'invalid_signature' },
    });
    expect(await payer.isKnown(payment.txID)).toBe(false);
  });

  it('nothing of what is right, whose answer is the same the second time', async () => {
    const signed = await payer.sign(payment);
    const first = await payer.broadcast(token, signed);
    expect(first).toMatchObject({
      status: 200,
      body: { result: true, txid: payment.txID, code: 'SUCCESS' },
    });
    expect((await payer.broadcast(token, { signedTransaction: signed })).body).toEqual(first.body);
  });
});

const hexOf = (address: string) => TronWeb.address.toHex(address);

/** Changes the contents of a transaction. */
type Alteration = readonly [(raw: Unsigned['raw_data']) => unknown];

/** The 20 bytes of an address, as contracts take it. */
const evmFormOf = (address: string): Hex => `0x${hexOf(address).slice(2)}`;

/** The fields that a refusal names. */
const fieldsOf = (body: unknown) =>
  z
    .looseObject({ errors: z.array(z.object({ field: z.string() })) })
    .parse(body)
    .errors.map(({ field }) => field);

const AMOUNT_AT = 2;
/** The calldata of a payment with another amount. */
const withAmount = (data: string, units: bigint): Hex => withArgument(data, AMOUNT_AT, units);

/** The calldata of a payment with another argument. */
function withArgument(data: string, at: number, value: unknown): Hex {
  if (!isHex(data)) throw new Error('calldata is hex');
  const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data });
  const altered = Arguments.parse(args?.map((argument, i) => (i === at ? value : argument)));
  return encodeFunctionData({
    abi: erc20FeeProxyAbi,
    functionName: 'transferFromWithReferenceAndFee',
    args: altered,
  });
}

const HexText = z.custom<Hex>((value) => typeof value === 'string' && isHex(value));
const Arguments = z.tuple([HexText, HexText, z.bigint(), HexText, z.bigint(), HexText]);

/** The transaction with altered contents, its bytes and id made anew by TronWeb. */
function rebuilt(transaction: Unsigned, alter: Alteration[0]): Unsigned {
  const copy = structuredClone(transaction);
  alter(copy.raw_data);
  const { txJsonToPb, txPbToRawDataHex, txPbToTxID } = utils.transaction;
  const bytes: unknown = txJsonToPb(copy);
  return {
    ...copy,
    raw_data_hex: txPbToRawDataHex(bytes).toLowerCase(),
    txID: txPbToTxID(bytes).replace(/^0x/, ''),
  };
}

/** Signs what TronWeb refuses to, such as the transaction of somebody else. */
function forcedSignature({ wallet }: TronPayer, transaction: Unsigned): object {
  const signature = utils.crypto.ECKeySign(
    utils.code.hexStr2byteArray(transaction.txID),
    utils.code.hexStr2byteArray(wallet.privateKey.slice(2)),
  );
  return { ...transaction, signature: [signature] };
}
