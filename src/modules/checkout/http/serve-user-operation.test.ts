import { custom, RpcRequestError } from 'viem';
import { createBundlerClient, createPaymasterClient } from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { collectStatus } from '#hosts/monitoring/status.ts';
import { printAmount } from '#kit/amount.ts';
import { isHex } from '#kit/hex.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { openBundlers } from '#providers/bundler/open-bundlers.ts';
import { type BundlerServer, startBundlerServer } from '#sandbox/bundler/bundler-server.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { sessionActor } from '../../../../tests/support/actors.ts';
import { insertLink, TEST_PAYEE } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { chainOf, delegate, smartAccountOf } from '../../../../tests/support/smart-accounts.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { holdings, openTestNode, type TestNode } from '../../../../tests/support/test-node.ts';

const PRICES = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
const hexText = z.string().refine(isHex);
const Transactions = z.array(z.object({ to: hexText, data: hexText, value: z.string() }));
const FEE_RECEIVER = '0x7777777777777777777777777777777777777771';
const RpcError = z.object({ code: z.int(), message: z.string() });
const { payer, operator } = TEST_ACCOUNTS;

let base: TestNode;
let server: BundlerServer;
let host: PayerHost;
let outbound: ReturnType<typeof openOutbound>;
beforeAll(async () => {
  base = await openTestNode('base');
  server = await startBundlerServer({ nodes: [base.node] });
  outbound = openOutbound({ privateAddresses: 'allow' });
  const url = `${server.url}/base`;
  const chainId = base.node.chainId;
  const services = new Map([['base', { chainId, bundlerUrl: url, paymasterUrl: url }]] as const);
  const bundlers = openBundlers({ outbound, services });
  host = await payerHost({ chains: connected(base.chain, stillChain('sepolia')), bundlers });
  await smartAccountOf(base.node, payer);
  await delegate(base.node, { key: payer, sender: TEST_ACCOUNTS.unrelated });
  await delegate(base.node, { key: operator, sender: TEST_ACCOUNTS.unrelated });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await outbound.close();
  await server.stop();
  await base[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await command('serve');
  await host.ctx.db.deleteFrom('user_operation').execute();
});

const command = (mode: string) =>
  fetch(`${server.url}/control/bundler`, { method: 'POST', body: JSON.stringify({ mode }) });

const newLink = async (parts: Parameters<typeof insertLink>[1] = {}) => {
  const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base', ...parts });
  return token;
};

/** A call of the endpoint of a link, whose query may follow it. */
const call = (link: string, method: string, params: readonly unknown[]) => {
  const [token, query = ''] = link.split('?');
  const path = `${token}/user-operations?${query}`;
  return host.post(path, { jsonrpc: '2.0', id: 7, method, params });
};

/** viem's clients, which reach bundler and paymaster through the endpoint of a link. */
async function clientOf(link: string, key: TestAccount = payer) {
  const account = await smartAccountOf(base.node, key);
  const transport = custom({
    request: async ({ method, params }) => {
      const { status, body } = await call(link, method, params);
      if (status !== 200) throw new Error(`${status} ${body['code']}`);
      if (body['error'] === undefined) return body['result'];
      throw new RpcRequestError({ body: {}, error: RpcError.parse(body['error']), url: '' });
    },
  });
  const chain = chainOf(base.node);
  const paymaster = createPaymasterClient({ transport });
  const { client } = account;
  return createBundlerClient({ account, client, chain, transport, paymaster, pollingInterval: 20 });
}

/** The calls that `/pay` prepares. */
async function callsOf(token: string, query = `wallet=${payer.address}`) {
  const { status, body } = await host.get(`${token}/pay?${query}`);
  expect(status).toBe(200);
  const calls = Transactions.parse(body['transactions']);
  return calls.map(({ to, data, value }) => ({ to, data, value: BigInt(value) }));
}

const rowsOf = (token: string) =>
  host.ctx.db.selectFrom('user_operation').selectAll().where('token', '=', token).execute();

const refused = async (work: Promise<unknown>) =>
  await work.then(
    () => 'nothing',
    (error: unknown) => String(error),
  );

describe('an operation of a smart account', () => {
  it('pays a link by the vendor client, and the operator pays for it', async () => {
    const token = await newLink();
    const client = await clientOf(token);
    const coins = await base.client.getBalance({ address: payer.address });
    const hash = await client.sendUserOperation({ calls: await callsOf(token), ...PRICES });
    const { success, receipt, logs } = await client.waitForUserOperationReceipt({ hash });
    expect([success, receipt.status]).toEqual([true, 'success']);
    expect(logs.length).toBeGreaterThan(2);
    expect(await base.client.getBalance({ address: payer.address })).toBe(coins);
    expect((await client.getUserOperation({ hash })).transactionHash).toBe(receipt.transactionHash);
    const [row, ...others] = await rowsOf(token);
    expect(others).toEqual([]);
    expect(BigInt(row?.cost_units ?? 0)).toBeGreaterThan(0n);
    // Operators see what it may cost.
    const { sponsorships } = await collectStatus(host.ctx);
    const spent = printAmount(BigInt(row?.cost_units ?? 0), 18);
    expect(sponsorships).toMatchObject([
      { network: 'base', operations: 1, spent, accountSpent: spent, isNearlySpent: false },
    ]);
    // Of another link it is nothing.
    const other = await call(await newLink(), 'eth_getUserOperationReceipt', [hash]);
    expect(other).toMatchObject({ status: 200, body: { id: 7, result: null } });
  });

  it('pays with the tokens of a key', async () => {
    const token = await newLink();
    const wallets = `wallet=${operator.address}&eoaWallet=${payer.address}`;
    const { body } = await host.get(`${token}/pay?${wallets}`);
    const approvals = z
      .array(z.object({ to: z.string(), data: hexText, value: z.string() }))
      .parse(body['eoaApprovalTransactions']);
    for (const approval of approvals) {
      const hash = await sendCall(base.node, payer, asCall(approval));
      await base.client.waitForTransactionReceipt({ hash });
    }
    const client = await clientOf(`${token}?eoaWallet=${payer.address}`, operator);
    const hash = await client.sendUserOperation({
      calls: await callsOf(token, wallets),
      ...PRICES,
    });
    expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true);
    const without = await clientOf(await newLink(), operator);
    const sent = without.sendUserOperation({ calls: await callsOf(token, wallets), ...PRICES });
    expect(await refused(sent)).toContain('the operation makes 3 calls');
  });

  it.each<[string, (calls: Awaited<ReturnType<typeof callsOf>>) => object[], string]>([
    ['with another call beside', (calls) => [...calls, ...calls.slice(-1)], 'makes 3 calls'],
    ['without its payment', (calls) => calls.slice(0, 1), 'makes 1 calls, and the payment takes 2'],
    ['in another order', (calls) => calls.toReversed(), 'call 1 of the operation'],
    [
      'with coins beside',
      (calls) => calls.map((one) => ({ ...one, value: 1n })),
      'call 1 of the operation',
    ],
  ])('is neither sponsored nor sent %s', async (_what, alter, words) => {
    const token = await newLink();
    const client = await clientOf(token);
    const calls = alter(await callsOf(token));
    const callData = await client.account.encodeCalls(
      z.array(z.object({ to: hexText, data: hexText, value: z.bigint() })).parse(calls),
    );
    expect(await refused(client.sendUserOperation({ callData, ...PRICES }))).toContain(words);
    const { address: sender } = payer;
    const operation = { sender, nonce: '0x0', callData, signature: '0x' };
    for (const method of ['eth_sendUserOperation', 'eth_estimateUserOperationGas']) {
      const { body } = await call(token, method, [operation, client.account.entryPoint.address]);
      expect(body).toMatchObject({
        error: { code: -32_602, message: expect.stringContaining(words) },
      });
    }
    expect(await rowsOf(token)).toEqual([]);
  });

  it('is not sponsored without the fee that the operator takes for it, which it pays in the same transaction', async () => {
    const { accountId } = await insertLink(host.ctx.db);
    const fee = { fixedUsd: '0.05', network: 'base', evmAddress: FEE_RECEIVER };
    const settings = { ...host.ctx.settings, sponsorshipFees: [fee] };
    const { token } = await createPayoutLink(
      { ...host.ctx, settings, actor: sessionActor({ accountId }) },
      {
        recipient: TEST_PAYEE,
        creatorWalletAddress: TEST_PAYEE,
        amount: '3',
        currency: 'USDC-base',
        network: 'base',
      },
    );
    const { body } = await host.get(`${token}/pay?wallet=${payer.address}`);
    expect(body).toMatchObject({ metadata: { transactionSponsorshipFeeUsd: '0.05' } });
    const client = await clientOf(token);
    const calls = await callsOf(token);
    const without = client.sendUserOperation({ calls: calls.slice(0, 2), ...PRICES });
    expect(await refused(without)).toContain('is not that of the payment as it is due now');
    expect(await rowsOf(token)).toEqual([]);
    const hash = await client.sendUserOperation({ calls, ...PRICES });
    expect((await client.waitForUserOperationReceipt({ hash })).success).toBe(true);
    const usdc = currencyById('USDC-base');
    if (usdc === undefined) throw new Error('USDC on Base is listed');
    expect(await holdings(base, usdc, [FEE_RECEIVER])).toEqual([50_000n]);
  });

  it('is not that of another link', async () => {
    const [one, other] = [await newLink(), await newLink()];
    const sent = (await clientOf(other)).sendUserOperation({
      calls: await callsOf(one),
      ...PRICES,
    });
    expect(await refused(sent)).toContain('call 2 of the operation is not that of the payment');
  });
});

/** A priced operation that pays a link, with a nonce of its own. */
async function operationOf(token: string, lane = 0) {
  const { account } = await clientOf(token);
  const calls = await callsOf(token);
  const nonce = await account.getNonce({ key: BigInt(lane) });
  const operation = {
    sender: payer.address,
    nonce: `0x${nonce.toString(16)}`,
    callData: await account.encodeCalls(calls),
    callGasLimit: '0x493e0',
    verificationGasLimit: '0x30d40',
    preVerificationGas: '0xea60',
    paymasterVerificationGasLimit: '0x13880',
    paymasterPostOpGasLimit: '0x1',
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x1',
  };
  return [operation, account.entryPoint.address, '0x2105', {}] as const;
}

const COST_UNITS = (300_000n + 200_000n + 60_000n + 80_000n + 1n) * 2_000_000_000n;

describe('what is sponsored', () => {
  it('counts once for an account and nonce, also where the paymaster dies in between', async () => {
    const token = await newLink();
    const params = await operationOf(token);
    await command('dead');
    const dead = await call(token, 'pm_getPaymasterData', params);
    expect(dead).toMatchObject({ status: 502, body: { code: 'bundler_unreachable' } });
    await command('serve');
    for (let i = 0; i < 3; i += 1) {
      const { body } = await call(token, 'pm_getPaymasterData', params);
      expect(body).toHaveProperty('result.paymasterData');
    }
    const rows = await rowsOf(token);
    expect(rows.map((row) => BigInt(row.cost_units))).toEqual([COST_UNITS]);
  });

  it('costs an account no more in a day than its budget, nor all accounts together', async () => {
    const { sponsorshipBudgetOf, sponsorshipTotalBudgetOf } = host.ctx.settings;
    const sponsor = async () => {
      const token = await newLink();
      return await call(token, 'pm_getPaymasterData', await operationOf(token));
    };
    for (const setting of ['sponsorshipBudgetOf', 'sponsorshipTotalBudgetOf']) {
      Object.assign(host.ctx.settings, { [setting]: () => COST_UNITS - 1n });
      const answer = await sponsor().finally(() =>
        Object.assign(host.ctx.settings, { sponsorshipBudgetOf, sponsorshipTotalBudgetOf }),
      );
      expect(answer).toMatchObject({ status: 429, body: { code: 'sponsorship_budget_used' } });
      expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    }
    expect((await sponsor()).status).toBe(200);
  });

  it('is a third of an account’s budget for one link, however few its operations are', async () => {
    const token = await newLink();
    const [operation, ...rest] = await operationOf(token);
    const { sponsorshipBudgetOf } = host.ctx.settings;
    const sponsor = async (budgetUnits: bigint) => {
      Object.assign(host.ctx.settings, { sponsorshipBudgetOf: () => budgetUnits });
      return await call(token, 'pm_getPaymasterData', [operation, ...rest]).finally(() =>
        Object.assign(host.ctx.settings, { sponsorshipBudgetOf }),
      );
    };
    const over = await sponsor(3n * COST_UNITS - 1n);
    expect(over).toMatchObject({ status: 429, body: { code: 'sponsorship_budget_used' } });
    expect(await rowsOf(token)).toEqual([]);
    expect((await sponsor(3n * COST_UNITS)).status).toBe(200);
    expect((await sponsor(3n * COST_UNITS)).status).toBe(200);
  });

  it('is nothing of an account that has too little for the payment', async () => {
    const token = await newLink({ expectedUnits: 10n ** 24n });
    const params = await operationOf(token);
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData']) {
      const { body } = await call(token, method, params);
      expect(body).toMatchObject({ error: { message: expect.stringContaining('too little') } });
    }
    expect(await rowsOf(token)).toEqual([]);
  });

  it('is nothing by data that a paymaster gives before the limits are known', async () => {
    const token = await newLink();
    const params = await operationOf(token);
    const { bundlers } = host.ctx;
    const final = { paymaster: payer.address, paymasterData: '0x1234', isFinal: true };
    Object.assign(host.ctx, { bundlers: { ...bundlers, sponsorForEstimate: async () => final } });
    const { body } = await call(token, 'pm_getPaymasterStubData', params).finally(() =>
      Object.assign(host.ctx, { bundlers }),
    );
    expect(body['result']).toBeUndefined();
    expect(body).toMatchObject({ error: { code: -32_501 } });
    expect(JSON.stringify(body)).not.toContain('0x1234');
  });

  it('names its prices and its limits', async () => {
    const token = await newLink();
    const [operation, ...rest] = await operationOf(token);
    const free = { ...operation, maxFeePerGas: '0x0' };
    const { body } = await call(token, 'pm_getPaymasterData', [free, ...rest]);
    expect(body).toMatchObject({ error: { message: expect.stringContaining('are missing') } });
    await command('refuse');
    const answer = await call(token, 'pm_getPaymasterData', [operation, ...rest]);
    expect(answer.body).toMatchObject({
      error: { code: -32_501, message: 'The paymaster does not pay for this operation' },
    });
  });
});

describe('nothing is passed on', () => {
  it.each([
    ['invalidated', 403],
    ['completed', 409],
  ] as const)('for a link that is %s', async (status, expected) => {
    const token = await newLink();
    const params = await operationOf(token);
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ status })
      .where('token', '=', token)
      .execute();
    expect((await call(token, 'pm_getPaymasterData', params)).status).toBe(expected);
    expect((await call(token, 'eth_sendUserOperation', params)).status).toBe(expected);
    expect(await rowsOf(token)).toEqual([]);
  });

  it('for unknown links, other networks, methods and accounts', async () => {
    const token = await newLink();
    expect((await call('01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'eth_chainId', [])).status).toBe(404);
    expect(
      await call(await newLink({ currencyId: 'USDC-sepolia' }), 'eth_chainId', []),
    ).toMatchObject({
      status: 400,
      body: { code: 'user_operations_not_served' },
    });
    expect((await call(token, 'eth_chainId', [])).body).toMatchObject({ result: '0x2105' });
    const errorOf = async (method: string, params: readonly unknown[]) =>
      (await call(token, method, params)).body['error'];
    expect(await errorOf('eth_sendTransaction', [])).toMatchObject({ code: -32_601 });
    expect(await errorOf('eth_getUserOperationReceipt', ['0x12'])).toMatchObject({ code: -32_602 });
    const [operation, entryPoint] = await operationOf(token);
    expect(await errorOf('eth_sendUserOperation', [{ ...operation, nonce: 1 }])).toMatchObject({
      message: expect.stringContaining('nonce'),
    });
    const other = { ...operation, callData: '0xdeadbeef' };
    expect(await errorOf('eth_sendUserOperation', [other, entryPoint])).toMatchObject({
      message: 'the account makes its calls in no form that is known',
    });
  });

  it('of an account that did not sign it', async () => {
    const token = await newLink();
    const [operation, entryPoint] = await operationOf(token);
    const { privateKey } = TEST_ACCOUNTS.unrelated;
    const signature = await privateKeyToAccount(privateKey).signMessage({ message: 'no' });
    const { body } = await call(token, 'eth_sendUserOperation', [
      {
        ...operation,
        paymasterVerificationGasLimit: null,
        paymasterPostOpGasLimit: null,
        signature,
      },
      entryPoint,
    ]);
    expect(body).toMatchObject({ error: { code: -32_507 } });
  });
});

describe('401', () => {
  it('without a client ID, and 403 from a page that it does not list', async () => {
    const token = await newLink();
    const path = `${token}/user-operations`;
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] };
    expect((await host.post(path, body, {})).status).toBe(401);
    const elsewhere = { 'x-client-id': host.pageClientId, origin: 'https://evil.example' };
    expect((await host.post(path, body, elsewhere)).status).toBe(403);
  });
});
