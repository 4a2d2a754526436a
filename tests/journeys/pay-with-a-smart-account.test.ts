import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { evmAddress } from '#chains/evm/address.ts';
import { TEST_ACCOUNTS, TEST_SMART_ACCOUNT } from '../../src/sandbox/test-accounts.ts';
import { asCall, sendCall } from '../../src/sandbox/test-wallet.ts';
import { linksOf } from '../support/links-of.ts';
import { readReceipt } from '../support/read-receipt.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { executeSafe, transactionOf } from '../support/safes.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { connect } from '../support/test-node.ts';
import type { ReachedWorld } from '../support/world.ts';

const { payer, unrelated } = TEST_ACCOUNTS;
const ACCOUNT = evmAddress(TEST_SMART_ACCOUNT.address);
const USDC = 'USDC-sepolia';

let world: ReachedWorld;
let receiver: Receiver;
let node: Parameters<typeof connect>[0] & { readonly chainId: number };
let chain: ReturnType<typeof connect>;
beforeAll(async () => {
  world = await sharedWorld();
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
  const rpcUrl = world.sandbox.networks['sepolia']?.rpcUrl ?? '';
  node = { network: 'sepolia', chainId: 11_155_111, rpcUrl };
  chain = connect(node);
});
afterAll(async () => {
  await chain.close();
  await receiver[Symbol.asyncDispose]();
});

const Call = z.object({ to: z.string(), data: z.string(), value: z.string() });
const Prepared = z.object({
  transactions: z.array(Call),
  eoaApprovalTransactions: z.array(Call),
  metadata: z.looseObject({ eoaApprovalRequired: z.boolean() }),
});

async function prepare(token: string) {
  const path = `${token}/pay?wallet=${ACCOUNT}&eoaWallet=${payer.address}`;
  return Prepared.parse((await world.read(path)).body);
}

/** Signs what the key signs, then has the account make all calls as one transaction. */
async function pay({ transactions, eoaApprovalTransactions }: z.output<typeof Prepared>) {
  const client = createPublicClient({ transport: http(node.rpcUrl), pollingInterval: 20 });
  for (const approval of eoaApprovalTransactions) {
    await readReceipt(client, await sendCall(node, payer, asCall(approval)));
  }
  const safe = { address: ACCOUNT, owners: [payer] };
  const calls = await transactionOf(chain, ACCOUNT, transactions.map(asCall));
  await executeSafe({ chain, client, node }, safe, calls);
}

const delivery = (token: string) =>
  receiver.awaitDelivery(
    ({ payload }) =>
      payload.event === 'payment.confirmed' && payload['securePaymentToken'] === token,
  );

it('a smart account pays links with the tokens of its key, which approves once', async () => {
  const links = linksOf(world);
  const fee = { feePercentage: '2', feeAddress: unrelated.address };
  const [first, second] = [
    await links.link(USDC, '12.5', fee),
    await links.link(USDC, '7', { accessPolicy: { allowedPayerAddresses: [payer.address] } }),
  ];
  const prepared = await prepare(first);
  expect(prepared.metadata).toMatchObject({
    hasEnoughBalance: true,
    hasEnoughGas: true,
    eoaApproval: { owner: payer.address, spender: ACCOUNT, approvalType: 'unlimited' },
  });

  const wallets = {
    payer: payer.address,
    account: ACCOUNT,
    payee: evmAddress(world.sandbox.payee.address),
  };
  const moved = await balancesOf(world).movedBy(wallets, [USDC], () => pay(prepared));
  expect(moved).toEqual({ payer: [-12_750_000n], account: [0n], payee: [12_500_000n] });
  expect((await delivery(first)).payload).toMatchObject({
    amount: '12.5',
    payerAddress: ACCOUNT,
    payerEoaAddress: payer.address,
  });
  await world.awaitStatus(first, 409);

  const again = await prepare(second);
  expect(again).toMatchObject({
    eoaApprovalTransactions: [],
    metadata: { eoaApprovalRequired: false, hasEnoughAllowance: true },
  });
  await pay(again);
  await delivery(second);
  const headers = { 'x-api-key': world.sandbox.apiKey };
  const listed = await sendToHost(
    `${world.apiUrl}/v2/payments?walletAddress=${payer.address}&paymentCurrency=${USDC}`,
    { headers },
  );
  expect(listed.body).toMatchObject({
    payments: expect.arrayContaining([
      expect.objectContaining({ payerAddress: ACCOUNT, payerEoaAddress: payer.address }),
    ]),
  });
});
